// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// The card of one value: the value, its declarations, its uses, and the controls that change it.
const Card = (() => {
  const element = () => document.getElementById('card');
  let shown = null;
  let details = null;
  let opener = null;
  let isHere = false;

  // A link into the user's editor, made from the user's template.
  function editorLink(file, line, column) {
    const template = App.settings.editor;
    if (!template || !file || !App.settings.directory) return null;
    const path = (App.settings.directory + '/' + file).split('/').map(encodeURIComponent).join('/');
    const address = template.replaceAll('{path}', path).replaceAll('{line}', String(line || 1)).replaceAll('{column}', String(column || 1));
    if (!/^[a-z][a-z0-9+.-]*:/i.test(address) || /^(javascript|data|vbscript|blob):/i.test(address)) return null;
    return node('a', { href: address }, node('code', {}, `${file}:${line}:${column}`));
  }

  function open(path) {
    if (!shown) opener = document.activeElement;
    shown = path;
    details = null;
    isHere = false;
    App.remember();
    render();
    element().querySelector('.close')?.focus();
    load();
  }

  function close() {
    shown = null;
    element().hidden = true;
    App.remember();
    if (opener?.isConnected) opener.focus();
  }

  async function load() {
    if (App.isStatic || !shown) return;
    const path = shown;
    try {
      const answer = await fetch('card?' + new URLSearchParams({ path, c: JSON.stringify([App.views()[0].state.context]) }));
      const card = await answer.json();
      if (path !== shown) return;
      details = answer.ok ? card : { message: card.message };
    } catch {
      details = { message: 'The server does not answer.' };
    }
    render();
  }

  const button = (label, text) => node('button', { type: 'button', class: 'copy', onclick: () => Dom.copy(text), title: Dom.plain(text) }, label);

  function render() {
    if (!shown) return;
    const path = shown;
    const [view] = App.views();
    const value = Model.valueAt(view.state, path);
    const color = Color.from(value);
    element().hidden = false;
    const isFocused = element().contains(document.activeElement) && document.activeElement.classList.contains('close');
    Dom.replace(element(),
      node('header', {}, node('h2', {}, Names.segments(path).slice(1).join(' / ')), node('button', { type: 'button', class: 'close', 'aria-label': 'Close the card', onclick: close }, '✕')),
      node('p', { class: 'quiet path' }, path),
      App.views().map(one => preview(one, Model.valueAt(one.state, path))),
      node('div', { class: 'copies' }, color && [button('CSS', Color.css(color)), button('Hex', Color.hex(color))], !color && value !== undefined && button('Value', Names.text(value)), button('Path', path)),
      color && measures(color), control(path, value), chain(), uses(), same(view.state, path, value));
    if (isFocused) element().querySelector('.close').focus();
  }

  function preview(view, value) {
    const color = Color.from(value);
    const label = App.views().length > 1 && node('span', { class: 'quiet' }, view.label);
    if (value === undefined) return node('p', { class: 'quiet' }, view.label + ': no value');
    if (color) return node('div', { class: 'hero', style: { '--color': Color.css(color) } }, label && node('span', { class: 'on' }, view.label));
    return node('div', { class: 'drawing' }, label, drawing(value), typeof value === 'object' && !value?.$type ? null : node('p', { class: 'code' }, Names.text(value)));
  }

  function drawing(value) {
    switch (Names.kind(shown, value)) {
      case 'type': return Drawings.typeSpecimen(shown, value);
      case 'effect': return Drawings.effect(value);
      case 'motion': return Drawings.motion(value);
      case 'space': return value?.$type === 'edgeInsets' ? Drawings.insets(value) : Names.pixels(value) === null ? null : Drawings.lengthBar(value);
      default: return value && typeof value === 'object' && !value.$type
        ? node('dl', { class: 'properties' }, Object.entries(value).map(([key, part]) => {
          const color = Color.from(part);
          return [node('dt', {}, key), node('dd', {}, color && node('span', { class: 'dot', style: { '--color': Color.css(color) } }), Names.text(part))];
        })) : null;
    }
  }

  function measures(color) {
    const { l, c, h } = Color.oklch(color);
    const rows = [['Hex', Color.hex(color)], ['OKLCH', `${l.toFixed(3)} ${c.toFixed(3)} ${Math.round(h)}`]];
    if (color.colorSpace !== 'srgb') rows.push(['Written', Color.css(color)]);
    for (const [name, other] of [['On white', Color.white], ['On black', Color.black]]) rows.push([name, `${Color.ratioText(Color.ratio(color, other))} ${Color.level(Color.ratio(color, other))}`]);
    return node('dl', { class: 'facts' }, rows.map(([key, text]) => [node('dt', {}, key), node('dd', {}, text)]));
  }

  // The values that can be dragged: colours and numbers.
  function control(path, value) {
    if (App.isStatic || !details?.steps?.length) return null;
    const color = Color.from(value);
    const number = typeof value === 'number' ? value : ['dimension', 'duration'].includes(value?.$type) ? value.$value.value : null;
    if (!color && number === null) return null;
    const source = details.source ?? path;
    const isReference = source !== path;
    const reach = isHere || !isReference ? details.uses.count : details.sourceUses.count;
    const target = isHere ? path : source;
    const input = color
      ? node('input', { type: 'color', value: Color.hexOf(Color.rgb(color)), 'aria-label': 'Colour', oninput: event => Actions.set(path, { ...Color.fromRGB(Color.parts(event.target.value), color.alpha ?? 1) }, isHere) })
      : node('input', { type: 'range', min: 0, max: Math.max(64, number * 3), step: Number.isInteger(number) ? 1 : 0.01, value: number, 'aria-label': 'Number', oninput: event => Actions.set(path, numberValue(value, Number(event.target.value)), isHere) });
    return node('section', { class: 'control' }, node('h3', {}, 'Try a value'), input,
      node('p', { class: 'quiet' }, `Changes ${Names.short(target)}`, reach ? `, and ${reach} ${reach === 1 ? 'value' : 'values'} that use it.` : '.'),
      details.here && node('label', { class: 'toggle' }, node('input', { type: 'checkbox', ...(isHere ? { checked: true } : {}), onchange: event => { isHere = event.target.checked; render(); } }), 'Here alone, in place of the reference'),
      node('div', { class: 'copies' }, node('button', { type: 'button', class: 'primary', onclick: () => Actions.keep(path) }, 'Keep in the file'), node('button', { type: 'button', onclick: () => Actions.drop(path) }, 'Take back')),
      node('p', { id: 'outcome', role: 'status' }));
  }

  const numberValue = (value, number) => typeof value === 'number' ? number : { value: number, unit: value.$value.unit };

  function chain() {
    if (App.isStatic) return null;
    if (!details) return node('p', { class: 'quiet' }, 'Looking …');
    if (details.message) return node('p', { class: 'quiet' }, details.message);
    return node('section', {}, node('h3', {}, 'Declared'), node('ol', { class: 'chain' }, details.steps.map(step => {
      const color = Color.from(step.value ?? step.result);
      return node('li', { class: step.status },
        color && node('span', { class: 'dot', style: { '--color': Color.css(color) } }), node('code', {}, step.id ?? Names.short(step.path)), step.key && node('span', { class: 'quiet' }, ` ${step.key}`),
        node('span', { class: 'quiet' }, step.status === 'won' ? '' : ` ${step.status}`), step.target && node('span', {}, ' → ', node('code', {}, step.target)),
        step.file && node('div', { class: 'quiet' }, editorLink(step.file, step.line, step.column) ?? node('code', {}, `${step.file}:${step.line}:${step.column}`)),
        step.metadata?.$description && node('div', {}, String(step.metadata.$description)));
    })));
  }

  const pathButton = path => node('li', {}, node('button', { type: 'button', class: 'plain', onclick: () => open(path) }, Names.segments(path).slice(1).join(' / ')));

  function uses() {
    if (!details?.uses?.count) return null;
    return node('section', {}, node('h3', {}, `Used by ${details.uses.count}`), node('ul', { class: 'paths' }, details.uses.paths.slice(0, 40).map(pathButton)));
  }

  // Other values that are the same, which may be meant as one.
  function same(state, path, value) {
    if (!Color.from(value)) return null;
    const text = JSON.stringify(value);
    const list = [];
    for (const [other, its] of state.values) if (other !== path && JSON.stringify(its) === text) list.push(other);
    return list.length ? node('section', {}, node('h3', {}, `Same colour: ${list.length}`), node('ul', { class: 'paths' }, list.slice(0, 20).map(pathButton))) : null;
  }

  return { open, close, render, refresh: () => { render(); load(); }, editorLink, get path() { return shown; } };
})();

// Changes of the bundle: one request at a time, the last value wins.
const Actions = (() => {
  let isBusy = false;
  let waiting = null;

  async function send(action, body) {
    const answer = await fetch(action, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    if (answer.ok) return '';
    try { return (await answer.json()).message; } catch { return `The server answers ${answer.status}.`; }
  }

  async function run(action, body, done) {
    let message;
    try { message = await send(action, body); } catch { message = 'The server does not answer.'; }
    const outcome = document.getElementById('outcome');
    if (outcome) Dom.replace(outcome, message || done);
    return !message;
  }

  async function set(path, value, isHere) {
    waiting = { path, context: App.views()[0].state.context, value, at: isHere ? 'here' : 'source' };
    if (isBusy) return;
    isBusy = true;
    while (waiting) {
      const next = waiting;
      waiting = null;
      await run('set', next, 'Every program that follows the theme shows it. The file is as before.');
    }
    isBusy = false;
  }

  return { set, keep: path => run('keep', { path }, 'Written.'), drop: path => run('drop', { path }, 'Taken back.') };
})();
