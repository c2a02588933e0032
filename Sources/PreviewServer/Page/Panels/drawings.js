// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// Values that are drawn: type, lengths, shadows, gradients, borders, motion. Each drawing is made from parsed numbers.
const Drawings = (() => {
  const length = (value, most = 4096) => Color.rounded(Color.clamp(Names.pixels(value) ?? 0, -most, most), 3) + 'px';
  const weights = { thin: 100, hairline: 100, light: 300, regular: 400, normal: 400, medium: 500, semibold: 600, demibold: 600, bold: 700, black: 900 };

  // The style of a text, of a font or of typography.
  function textStyle(value) {
    const style = {};
    const content = value?.$type ? value.$value : value;
    if (!content) return style;
    switch (value.$type) {
      case 'fontFamily': style['font-family'] = families(content); break;
      case 'fontWeight': style['font-weight'] = weight(content); break;
      case 'typography':
        style['font-family'] = families(content.fontFamily);
        style['font-size'] = length(content.fontSize, 96);
        style['font-weight'] = weight(content.fontWeight);
        if (typeof content.lineHeight === 'number') style['line-height'] = Color.rounded(Color.clamp(content.lineHeight, 0.8, 3));
        if (content.letterSpacing) style['letter-spacing'] = length(content.letterSpacing, 24);
        break;
      case 'font':
        if (content.name) {
          style['font-family'] = families([content.name, family(content.name)]);
          const named = /-(.*)$/.exec(content.name)?.[1].toLowerCase().replace(/italic|oblique/g, '') ?? '';
          const found = Object.keys(weights).filter(name => named.includes(name)).sort((a, b) => b.length - a.length)[0];
          if (found) style['font-weight'] = String(weights[found]);
          if (/italic|oblique/i.test(content.name)) style['font-style'] = 'italic';
        }
        if (content.system === 'bold') style['font-weight'] = '700';
        if (content.system === 'italic') style['font-style'] = 'italic';
        if (typeof content.size === 'number') style['font-size'] = length(content.size, 96);
        break;
    }
    return style;
  }

  // `AvenirNext-DemiBold` is a face of `Avenir Next`.
  const family = face => String(face).replace(/-.*$/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  const families = list => [...(Array.isArray(list) ? list : [list]).map(String)
    .map(name => /^(sans-serif|serif|monospace|system-ui|cursive)$/.test(name) ? name : Dom.family(name)), 'system-ui', 'sans-serif'].join(', ');
  const weight = value => typeof value === 'number' ? String(Color.clamp(value, 1, 1000)) : String(weights[String(value).toLowerCase()] ?? 400);

  function shadow(value) {
    const list = Array.isArray(value) ? value : [value];
    return list.map(part => {
      const color = Color.from(part.color);
      return [part.inset ? 'inset' : '', length(part.offsetX, 200), length(part.offsetY, 200), length(part.blur, 200),
        length(part.spread, 200), color ? Color.css(color) : ''].join(' ').trim();
    }).join(', ');
  }

  function gradient(value) {
    const stops = value.map(stop => {
      const color = Color.from(stop.color);
      return color ? `${Color.css(color)} ${Color.rounded(Color.clamp(Number(stop.position), 0, 1) * 100, 2)}%` : '';
    }).filter(Boolean);
    return stops.length > 1 ? `linear-gradient(90deg, ${stops.join(', ')})` : 'none';
  }

  const lineStyles = new Set(['solid', 'dashed', 'dotted', 'double', 'groove', 'ridge', 'outset', 'inset']);
  const lineStyle = value => typeof value === 'string' && lineStyles.has(value) ? value : 'dashed';

  function typeSpecimen(path, value) {
    const isFamily = value?.$type === 'fontFamily';
    return node('p', { class: 'specimen', style: textStyle(value) }, isFamily ? 'Ag Hamburgefonstiv 0123456789' : 'The quick brown fox jumps over the lazy dog');
  }

  function lengthBar(value) {
    const pixels = Names.pixels(value) ?? 0;
    return node('div', { class: 'bar', style: { width: Color.clamp(Math.abs(pixels), 0, 320) + 'px' } });
  }

  const corner = value => node('div', { class: 'corner', style: { 'border-top-left-radius': Color.clamp(Names.pixels(value) ?? 0, 0, 64) + 'px' } });

  function insets(value) {
    const sides = ['top', 'right', 'bottom', 'left'].map(side => Color.clamp(Number(value.$value[side]) || 0, 0, 48) + 'px');
    return node('div', { class: 'insets', style: { padding: sides.join(' ') } }, node('div'));
  }

  function effect(value) {
    const content = value.$value;
    switch (value.$type) {
      case 'shadow': return node('div', { class: 'stage' }, node('div', { class: 'plate', style: { 'box-shadow': shadow(content) } }));
      case 'gradient': return node('div', { class: 'stage filled', style: { background: gradient(content) } });
      case 'border': {
        const color = Color.from(content.color);
        return node('div', { class: 'stage' }, node('div', {
          class: 'plate bare', style: { border: `${length(content.width, 24)} ${lineStyle(content.style)} ${color ? Color.css(color) : 'currentcolor'}` },
        }));
      }
      default: return node('div', { class: 'stage' }, node('div', { class: 'rule', style: { 'border-top-style': lineStyle(content) } }));
    }
  }

  // The curve of a motion, and a ball that follows it while the pointer or the focus is on it.
  function motion(value) {
    const content = value.$value;
    const curve = (value.$type === 'cubicBezier' ? content : content.timingFunction) ?? [0, 0, 1, 1];
    const [x1, y1, x2, y2] = [0, 1, 2, 3].map(index => Color.clamp(Number(curve[index]), index % 2 ? -2 : 0, index % 2 ? 3 : 1));
    const time = value.$type === 'duration' ? content : content.duration;
    const milliseconds = Color.clamp((Number(time?.value) || 400) * (time?.unit === 's' ? 1000 : 1), 1, 10000);
    const point = (x, y) => `${Color.rounded(8 + x * 64, 2)} ${Color.rounded(72 - y * 64, 2)}`;
    return node('div', { class: 'motion', tabindex: 0, style: { '--time': milliseconds + 'ms', '--curve': `cubic-bezier(${x1}, ${y1}, ${x2}, ${y2})` } },
      node('svg', { viewBox: '0 0 80 80', 'aria-hidden': 'true' },
        node('path', { class: 'axis', d: 'M8 8V72H72' }),
        node('path', { class: 'curve', d: `M8 72C${point(x1, y1)} ${point(x2, y2)} 72 8` })),
      node('div', { class: 'track' }, node('div', { class: 'ball' })));
  }

  return { textStyle, shadow, gradient, typeSpecimen, lengthBar, corner, insets, effect, motion, length };
})();
