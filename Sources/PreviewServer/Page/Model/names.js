// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// Names of values: their order and their groups. The kind of each value.
const Names = (() => {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const compare = (left, right) => collator.compare(left, right) || (left < right ? -1 : left > right ? 1 : 0);

  const unescaped = segment => segment.replaceAll('~1', '/').replaceAll('~0', '~');
  const segments = path => path.split('/').map(unescaped);
  const escaped = segment => segment.replaceAll('~', '~0').replaceAll('/', '~1');
  // The name without its section.
  const short = path => segments(path).slice(1).join(' / ').replace(/\.\$root$/, '');

  // The parts of a name: `palette-red-500` -> `palette-red`, `500`.
  function split(name) {
    const step = /^(base)([0-9A-F]{2})$/.exec(name) ?? /^(.*?)[-_. ]?(\d+)$/.exec(name);
    if (step && step[1]) return { group: step[1].replace(/[-_. ]$/, ''), leaf: step[2], isStep: true };
    const place = Math.max(name.lastIndexOf('.'), name.includes('.') ? -1 : name.indexOf('-'));
    if (place > 0) return { group: name.slice(0, place), leaf: name.slice(place + 1), isStep: false };
    return { group: '', leaf: name, isStep: false };
  }

  // Groups entries by their names: ramps of at least four steps, then families, then the rest.
  function groups(entries) {
    const byGroup = new Map();
    const add = (key, entry) => byGroup.set(key, [...byGroup.get(key) ?? [], entry]);
    const parts = entries.map(entry => ({ ...entry, ...split(entry.name) }));
    const counts = new Map();
    for (const part of parts) if (part.isStep) counts.set(part.group, (counts.get(part.group) ?? 0) + 1);
    for (const part of parts) {
      if (part.isStep && counts.get(part.group) >= 4) add('ramp ' + part.group, part);
      else {
        const { group, leaf } = part.isStep ? { group: split(part.group).group, leaf: part.name } : part;
        add('family ' + group, { ...part, leaf: group && part.name.startsWith(group) ? part.name.slice(group.length + 1) : leaf });
      }
    }
    const result = [];
    const rest = [];
    for (const [key, members] of byGroup) {
      const isRamp = key.startsWith('ramp ');
      const title = key.slice(key.indexOf(' ') + 1);
      members.sort((left, right) => compare(left.name, right.name));
      if (!isRamp && (members.length < 2 || !title)) rest.push(...members.map(member => ({ ...member, leaf: member.name })));
      else result.push({ title, isRamp, members });
    }
    result.sort((left, right) => left.isRamp - right.isRamp || compare(left.title, right.title));
    if (rest.length) {
      rest.sort((left, right) => compare(left.name, right.name));
      result.unshift({ title: result.length ? 'Others' : '', isRamp: false, members: rest });
    }
    return result;
  }

  const dimensionUnits = new Set(['px', 'rem', 'pt', 'em', 'dp', 'sp']);

  // The panel that shows a constant.
  function kind(path, value) {
    const type = value && typeof value === 'object' ? value.$type : typeof value;
    switch (type) {
      case 'color': case 'colorRef': return 'color';
      case 'typography': case 'font': case 'fontFamily': case 'fontWeight': return 'type';
      case 'dimension': case 'edgeInsets': case 'size': case 'point': case 'rect': return 'space';
      case 'number': return /radius|corner|margin|padding|spacing|inset|height|width|size|gap|space/i.test(path) ? 'space' : 'other';
      case 'shadow': case 'gradient': case 'border': case 'strokeStyle': return 'effect';
      case 'duration': case 'cubicBezier': case 'transition': return 'motion';
      default: return 'other';
    }
  }

  // Pixels of a dimension; null for everything else.
  function pixels(value) {
    if (typeof value === 'number') return value;
    const content = value?.$type === 'dimension' ? value.$value : value;
    if (typeof content?.value !== 'number') return null;
    return content.unit === 'rem' || content.unit === 'em' ? content.value * 16 : content.value;
  }

  // A value in one line, for people.
  function text(value) {
    if (value === null || value === undefined) return '–';
    if (typeof value !== 'object') return typeof value === 'number' ? Color.rounded(value, 4) : String(value);
    if (Array.isArray(value)) return value.map(text).join(', ');
    const color = Color.from(value);
    if (color) return Color.hex(color);
    const content = '$value' in value ? value.$value : value;
    switch (value.$type) {
      case 'font': return [content.name ?? content.textStyle ?? content.system, content.size && content.size + ' pt'].filter(Boolean).join(' ');
      case 'image': case 'glyph': return String(content.name ?? '');
      case 'typography': return [text(content.fontFamily), text(content.fontSize), text(content.fontWeight)].join(' · ');
      case 'cubicBezier': return `cubic-bezier(${content.join(', ')})`;
      case 'transition': return `${text(content.duration)} · ${text(content.timingFunction)}`;
      case 'border': return [text(content.width), text(content.style), text(content.color)].join(' ');
      case 'edgeInsets': return ['top', 'right', 'bottom', 'left'].map(side => content[side] ?? 0).join(' ');
      case 'shadow': return (Array.isArray(content) ? content : [content])
        .map(part => [part.offsetX, part.offsetY, part.blur, part.spread, part.color].map(text).join(' ')).join(', ');
      case 'gradient': return content.map(stop => text(stop.color)).join(' → ');
      case 'calls': return content.map(call => text(call)).join(' · ');
    }
    if (typeof content !== 'object' || content === null || Array.isArray(content)) return text(content);
    if ('value' in content && 'unit' in content) return `${Color.rounded(content.value, 4)} ${content.unit}`;
    return Object.entries(content).map(([key, part]) => `${key}: ${text(part)}`).join(', ');
  }

  return { compare, segments, escaped, short, split, groups, kind, pixels, text, dimensionUnits };
})();
