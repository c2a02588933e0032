// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// The contrast of texts on backgrounds: of constants whose names say so, and of the pairs in styles.
const Contrast = (() => {
  const isText = name => /(^|[^a-z])(text|ink|foreground|fg|label|title|caption|on)([^a-z]|$)|(text|ink|label|title|caption|tint)colou?r|^base0[3-7]$|^base0[89a-f]$/i.test(name)
    && !/background|border|shadow|separator/i.test(name);
  const isBackground = name => /background|surface|paper|canvas|(^|[^a-z])(bg|card|page|panel|sheet|fill)([^a-z]|$)|(paper|card|sea|surface|bar|sheet)colou?r$|^base0[0-2]$/i.test(name);
  const most = { texts: 14, backgrounds: 8 };

  function pick(state) {
    const texts = [];
    const backgrounds = [];
    for (const [path, value] of state.values) {
      if (!path.startsWith('constants/')) continue;
      const color = Color.from(value);
      if (!color) continue;
      const name = Names.short(path);
      if (isBackground(name)) backgrounds.push({ path, name, color });
      else if (isText(name)) texts.push({ path, name, color });
    }
    const distinct = list => list.sort((a, b) => Names.compare(a.name, b.name)).filter((entry, index, all) => all.findIndex(other => Color.css(other.color) === Color.css(entry.color)) === index);
    return { texts: distinct(texts), backgrounds: distinct(backgrounds).filter(entry => (entry.color.alpha ?? 1) > 0.5) };
  }

  function cell(text, background) {
    const ratio = Color.ratio(text.color, background.color);
    const level = Color.level(ratio);
    const lightness = Math.round(Color.apca(text.color, background.color));
    const sentence = `${Dom.plain(text.name)} on ${Dom.plain(background.name)}: ${Color.ratioText(ratio)} to 1, ${level}, Lc ${lightness}`;
    return node('td', { class: level === 'fails' ? 'fails' : level === 'AA large' ? 'large' : 'passes', 'data-ratio': Color.ratioText(ratio) },
      node('button', { type: 'button', title: sentence, 'aria-label': sentence, onclick: () => Card.open(text.path), style: { color: Color.css(text.color), background: Color.css(Color.over(background.color, Color.white)) } }, 'Aa'),
      node('span', { class: 'ratio' }, Color.ratioText(ratio)), node('span', { class: 'level' }, level === 'fails' ? '✕ fails' : level === 'AA large' ? '◐ large' : '✓ ' + level),
      node('span', { class: 'quiet lc' }, 'Lc ' + lightness));
  }

  // The texts and backgrounds of styles, each pair once.
  function pairs(state) {
    const found = new Map();
    for (const [name, states] of state.elements) {
      for (const [stateName, properties] of states) {
        const look = Looks.of(properties);
        if (!look.text || !look.background || (look.background.alpha ?? 1) < 0.5) continue;
        const key = Color.css(look.text) + Color.css(look.background);
        if (!found.has(key)) found.set(key, { text: look.text, background: look.background, names: [] });
        found.get(key).names.push(stateName === 'normal' ? name : `${name} (${stateName})`);
      }
    }
    return [...found.values()].map(pair => ({ ...pair, ratio: Color.ratio(pair.text, pair.background) })).sort((a, b) => a.ratio - b.ratio);
  }

  function matrix(view) {
    const { texts, backgrounds } = pick(view.state);
    if (!texts.length || !backgrounds.length) return null;
    const columns = backgrounds.slice(0, most.backgrounds);
    let rows = texts.map(text => ({ text, ratios: columns.map(background => Color.ratio(text.color, background.color)) }));
    if (App.failing) rows = rows.filter(row => row.ratios.some(ratio => ratio < 4.5));
    const cut = rows.length - most.texts;
    return node('div', { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'Contrast of texts on backgrounds' },
      node('table', { class: 'matrix' }, node('caption', { class: 'unseen' }, 'Contrast of texts on backgrounds'),
        node('thead', {}, node('tr', {}, node('td', { class: 'label' }, view.label), columns.map(background => node('th', { scope: 'col' }, Dom.nameText(background.name))))),
        node('tbody', {}, rows.slice(0, most.texts).map(row => node('tr', {}, node('th', { scope: 'row' }, Dom.nameText(row.text.name)), columns.map(background => cell(row.text, background)))))),
      cut > 0 && node('p', { class: 'quiet' }, `${cut} more texts; search to narrow the list`));
  }

  function pairList(view) {
    let list = pairs(view.state);
    if (App.failing) list = list.filter(pair => pair.ratio < 4.5);
    if (!list.length) return null;
    return node('div', { class: 'pairs' }, list.slice(0, 60).map(pair => {
      const level = Color.level(pair.ratio);
      return node('div', { class: 'pair' },
        node('span', { class: 'aa', style: { color: Color.css(pair.text), background: Color.css(Color.over(pair.background, Color.white)) } }, 'Aa'),
        node('span', {}, node('strong', {}, Color.ratioText(pair.ratio)), ' ', node('span', { class: level === 'fails' ? 'verdict fails' : level === 'AA large' ? 'verdict large' : 'verdict' }, level)),
        node('span', { class: 'quiet names', title: Dom.plain(pair.names.join(', ')) }, pair.names.slice(0, 3).join(', '), pair.names.length > 3 ? ` and ${pair.names.length - 3} more` : ''));
    }));
  }

  function build(panel) {
    const toggle = node('label', { class: 'toggle' }, node('input', { type: 'checkbox', ...(App.failing ? { checked: true } : {}), onchange: event => { App.failing = event.target.checked; App.rebuild('contrast'); } }), 'Below AA only');
    Dom.append(panel, [node('div', { class: 'tools' }, toggle, node('span', { class: 'quiet' }, 'WCAG 2: AA from 4.5, AAA from 7, large text from 3. Lc of APCA 0.1.9 for information.'))]);
    for (const view of App.views()) {
      const parts = [matrix(view), pairList(view)].filter(Boolean);
      Dom.append(panel, [App.views().length > 1 && node('h3', {}, view.label), parts.length ? parts : node('p', { class: 'quiet' }, App.failing ? 'Nothing is below AA.' : 'No names of texts and backgrounds are found.')]);
    }
  }

  return { build, pick, pairs };
})();
