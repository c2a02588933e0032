// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// An element with the look of a style, for the names of properties of all dialects.
const Looks = (() => {
  const states = { 0: 'normal', 1: 'highlighted', 2: 'disabled', 4: 'selected' };

  // The properties without their parts: `titleLabel: {font}` and `layer: {cornerRadius}` count as the element's own.
  function flat(properties) {
    const result = {};
    for (const [key, value] of Object.entries(properties)) {
      if (value && typeof value === 'object' && !value.$type && !Array.isArray(value)) Object.assign(result, flat(value), result);
      else result[key] = value;
    }
    return result;
  }

  const find = (properties, pattern, test) => {
    for (const [key, value] of Object.entries(properties)) {
      if (pattern.test(key)) {
        const found = test(value);
        if (found !== null && found !== undefined) return found;
      }
    }
    return null;
  };
  const number = value => typeof value === 'number' ? value : Names.pixels(value);

  function of(properties) {
    const all = flat(properties);
    const color = pattern => find(all, pattern, Color.from);
    const font = find(all, /font/i, value => value?.$type === 'font' ? value : null);
    return {
      background: color(/^(background|backgroundColor|barTintColor|fillColor|color:?background)$/i) ?? color(/background/i) ?? color(/^(onTint|track|progress|barTint)/i),
      text: color(/^(titleColor|textColor|fontColor)$/i) ?? color(/(title|text|label).*color/i) ?? color(/^color$/i),
      tint: color(/tint/i) ?? color(/^color$/i),
      border: color(/border.*color|frameColor/i),
      borderWidth: find(all, /border.*width/i, number) ?? 0,
      radius: find(all, /corner|radius/i, number) ?? 0,
      placeholder: color(/placeholder/i),
      alpha: find(all, /^alpha$|opacity/i, value => typeof value === 'number' ? value : null) ?? 1,
      height: find(all, /^(height|rowHeight)$/i, number),
      thumb: color(/thumb|knob/i), on: color(/^on|minimum|progress.*tint|fill/i), off: color(/track|maximum|off/i),
      font, fontSize: find(all, /^fontSize$/i, number),
      words: find(all, /^(text|title|placeholder)$/i, value => typeof value === 'string' ? value : null),
      shadow: find(all, /^shadow$/i, value => value?.$type === 'shadow' ? value.$value : null),
      image: find(all, /image|glyph|icon/i, value => value?.$type === 'image' || value?.$type === 'glyph' ? value : null),
    };
  }

  // The calls of setters, such as `titleColor:forState`, as states of their own.
  function expand(list) {
    const [normal] = list;
    if (!normal || list.length > 1) return list;
    const result = [];
    const rest = {};
    for (const [key, value] of Object.entries(normal[1])) {
      if (value?.$type !== 'calls' || !/:forState$/.test(key)) { rest[key] = value; continue; }
      for (const call of value.$value) {
        const name = states[call.at(-1)] ?? 'state ' + call.at(-1);
        let state = result.find(entry => entry[0] === name);
        if (!state) result.push(state = [name, {}]);
        state[1][key.replace(/:forState$/, '')] = call[0];
      }
    }
    const base = result.find(entry => entry[0] === 'normal')?.[1] ?? {};
    if (!result.length) return [['normal', rest]];
    if (!result.some(entry => entry[0] === 'normal')) result.unshift(['normal', {}]);
    return result.map(([name, own]) => [name, { ...rest, ...base, ...own }]);
  }

  return { of, expand, flat };
})();

// The panel of elements: each style as a component, its states side by side, in each context.
const Elements = (() => {
  const kinds = [
    ['switch', /switch|toggle/i], ['slider', /slider/i], ['progress', /progress|indicator|spinner|refresh/i], ['segments', /segment|unit-control/i],
    ['bar', /(navigation|tool|tab|status)[-_. ]?bar|\.bar$/i], ['field', /field|textview|search|input|email|\.code$/i],
    ['badge', /badge|chip|tag$/i], ['button', /button|link|\.buy$|\.share$|\.back$/i], ['cell', /cell|row|header|footer/i],
    ['label', /label|title|text|caption|name|emphasis|centered|description|artist|price|note|kind|empty|none/i],
  ];
  const kindOf = name => kinds.find(([, pattern]) => pattern.test(name))?.[0] ?? 'box';

  const css = color => color ? Color.css(color) : null;

  function box(look, extra = {}) {
    const style = { ...extra };
    if (look.background) style.background = css(look.background);
    if (look.text) style.color = css(look.text);
    else if (look.background) style.color = css(Color.ratio(Color.black, look.background) > Color.ratio(Color.white, look.background) ? Color.black : Color.white);
    if (look.radius) style['border-radius'] = Color.clamp(look.radius, 0, 48) + 'px';
    if (look.border && look.borderWidth > 0) style.border = `${Color.clamp(look.borderWidth, 0.5, 8)}px solid ${css(look.border)}`;
    if (look.alpha < 1) style.opacity = Color.rounded(Color.clamp(look.alpha, 0, 1));
    if (look.shadow) style['box-shadow'] = Drawings.shadow(look.shadow);
    if (look.font) Object.assign(style, Drawings.textStyle(look.font));
    if (look.fontSize) style['font-size'] = Color.clamp(look.fontSize, 6, 48) + 'px';
    else if (style['font-size']) style['font-size'] = Color.clamp(parseFloat(style['font-size']), 6, 40) + 'px';
    return style;
  }

  const isDrawn = look => look.background || look.text || look.border || look.font || look.shadow;

  // Texts without a background of their own are shown where they can be read.
  function stage(properties) {
    const look = Looks.of(properties);
    const color = look.background && (look.background.alpha ?? 1) > 0.4 ? null : look.text ?? look.tint ?? look.border;
    if (!color) return 'stage';
    return Color.ratio(color, Color.white) >= Color.ratio(color, Color.black) / 2.4 ? 'stage on-light' : 'stage on-dark';
  }

  // Several states stand side by side: their texts are no larger than the place allows.
  const small = style => style['font-size'] ? { ...style, 'font-size': Math.min(parseFloat(style['font-size']), 14) + 'px' } : style;

  function specimen(name, properties) {
    const look = Looks.of(properties);
    const kind = kindOf(name);
    const words = look.words ?? { button: 'Button', badge: 'Badge', label: 'Label', field: 'Text', cell: 'Row', bar: 'Title' }[kind] ?? '';
    const tint = css(look.tint) ?? css(look.text) ?? 'currentcolor';
    switch (kind) {
      case 'switch': return node('span', { class: 'mock switch', style: { background: css(look.on ?? look.background ?? look.tint) ?? 'var(--line)', opacity: String(look.alpha) } }, node('i', { style: { background: css(look.thumb) ?? '#fff' } }));
      case 'slider': case 'progress': return node('span', { class: 'mock track', style: { background: css(look.off ?? look.background) ?? 'var(--line)' } },
        node('i', { style: { background: css(look.on) ?? tint } }), kind === 'slider' && node('b', { style: { background: css(look.thumb) ?? tint } }));
      case 'segments': return node('span', { class: 'mock segments', style: { ...box(look), 'border-color': tint, color: tint } }, node('i', { style: { background: tint } }), 'A', node('span', {}, 'B'));
      case 'bar': return node('span', { class: 'mock wide', style: box(look) }, node('span', { style: { color: tint } }, '‹'), words, node('span', { style: { color: tint } }, '+'));
      case 'cell': return node('span', { class: 'mock wide cell', style: box(look) }, words, node('span', { style: { color: tint } }, '›'));
      case 'field': return node('span', { class: 'mock field', style: box(look) }, node('span', { style: look.placeholder && !look.text ? { color: css(look.placeholder) } : {} }, words));
      case 'label': return node('span', { class: 'mock label', style: box(look) }, words);
      case 'button': case 'badge': return node('span', { class: 'mock button', style: small({ ...box(look), ...(look.text ? {} : { color: tint }) }) }, look.image && !look.words ? '◆' : words);
      default: return isDrawn(look) ? node('span', { class: 'mock box', style: box(look) }, look.text || look.font ? 'Ag' : '')
        : node('span', { class: 'said' }, Object.entries(Looks.flat(properties)).slice(0, 3).map(([key, value]) => node('div', {}, `${key} ${Names.text(value)}`)));
    }
  }

  function properties(list) {
    const all = {};
    for (const [, own] of list) Object.assign(all, Looks.flat(own), all);
    return node('dl', { class: 'properties' }, Object.entries(all).slice(0, 40).map(([key, value]) => {
      const color = Color.from(value);
      return [node('dt', {}, key), node('dd', {}, color && node('span', { class: 'dot', style: { '--color': Color.css(color) } }), Names.text(value))];
    }));
  }

  function component(name) {
    const views = App.views().map(view => ({ ...view, list: Looks.expand(view.state.elements.get(name) ?? []) }));
    const first = JSON.stringify(views[0].list);
    const differs = views.some(view => JSON.stringify(view.list) !== first);
    const path = 'styles/' + Names.escaped(name);
    return node('article', { class: 'component', 'aria-label': Dom.plain(name) },
      node('header', {}, node('button', { type: 'button', class: 'plain', onclick: () => Card.open(path) }, Dom.nameText(name)), Palette.mark(differs)),
      (differs ? views : views.slice(0, 1)).map(view => [differs && node('p', { class: 'quiet context' }, view.label), node('div', { class: 'states' },
        view.list.map(([state, own]) => node('figure', {}, node('div', { class: stage(own) }, specimen(name, own)), view.list.length > 1 && node('figcaption', {}, state))))]),
      node('details', {}, node('summary', {}, 'Properties'), properties(views[0].list)));
  }

  function build(panel, names, cell) {
    const size = 24;
    const parts = [];
    for (let start = 0; start < names.length; start += size) parts.push(names.slice(start, start + size));
    return Dom.slices(parts, part => panel.append(node('div', { class: 'components group' }, part.map(name => cell('element ' + name, () => component(name))))));
  }

  return { build, kindOf };
})();
