// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// The changes of each save, the old value beside the new one: the last save is open, earlier saves are below. And the findings, over the page.
const Changes = (() => {
  const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

  function half(value) {
    const color = Color.from(value);
    return color ? node('span', { class: 'chip', style: { '--color': Color.css(color) } }) : null;
  }

  function change([path, old, now]) {
    return node('button', { class: 'change', type: 'button', onclick: () => Card.open(path) },
      node('span', { class: 'halves' }, half(old), half(now)),
      Dom.nameText(Names.segments(path).slice(1).join(' / ')),
      node('span', { class: 'code' }, old === null ? 'new' : Names.text(old), ' → ', now === null ? 'gone' : Names.text(now)));
  }

  const title = save => [`${save.count} ${save.count === 1 ? 'value' : 'values'}`,
    node('span', { class: 'quiet' }, ` generation ${save.generation} · ${clock.format(save.time)}${save.unsaved ? ' · not saved yet' : ''}`)];

  function body(save) {
    return node('div', { class: 'changes' }, save.changes.map(change),
      save.count > save.changes.length && node('p', { class: 'quiet' }, `and ${save.count - save.changes.length} more`));
  }

  function build(panel) {
    const [view] = App.views();
    const saves = [...view.state.saves].reverse();
    if (!saves.length) return Dom.append(panel, [node('p', { class: 'quiet' }, 'Save a file of the theme, and what changes is here.')]);
    Dom.append(panel, [
      node('h3', {}, 'Last change ', title(saves[0])), body(saves[0]),
      saves.length > 1 && node('div', { class: 'earlier' }, saves.slice(1).map(save => node('details', {}, node('summary', {}, title(save)), body(save)))),
    ]);
  }

  function frame(problem) {
    if (!problem.frame) return null;
    return node('pre', { class: 'frame' }, problem.frame.map((line, index) => {
      const number = problem.firstLine + index;
      return node('span', { class: number === problem.line ? 'line here' : 'line' },
        node('span', { class: 'number' }, String(number).padStart(4)), ' ', line, '\n',
        number === problem.line && problem.column && node('span', { class: 'caret' }, ' '.repeat(5 + problem.column - 1) + '^\n'));
    }));
  }

  function problem(one) {
    const place = one.file ? `${one.file}${one.line ? `:${one.line}:${one.column}` : ''}` : '';
    return node('li', { class: one.severity },
      node('p', {}, node('span', { class: 'badge' }, one.severity), ' ', node('strong', {}, one.message), ' ', node('span', { class: 'quiet' }, one.code)),
      place && node('p', { class: 'place' }, Card.editorLink(one.file, one.line, one.column) ?? node('code', {}, place)),
      frame(one), one.help && node('p', { class: 'help' }, 'help: ', one.help));
  }

  function findings(panel) {
    const [view] = App.views();
    Dom.append(panel, [view.state.problems.length ? node('ul', { class: 'problems' }, view.state.problems.map(problem),
        view.state.problemCount > view.state.problems.length && node('li', { class: 'quiet' }, `and ${view.state.problemCount - view.state.problems.length} more: livery check lists all of them`))
      : node('p', { class: 'quiet' }, 'No findings.')]);
  }

  let dismissed = '';

  // Errors lie over the page, which keeps the last good look.
  function overlay() {
    const errors = App.views().flatMap(view => view.state.problems.filter(one => one.severity === 'error'));
    const distinct = errors.filter((one, index) => errors.findIndex(other => JSON.stringify(other) === JSON.stringify(one)) === index);
    const count = Math.max(distinct.length, ...App.views().map(view => view.state.errorCount));
    const key = JSON.stringify([count, distinct]);
    let dialog = document.getElementById('errors');
    if (!distinct.length || key === dismissed) { dialog?.remove(); if (!distinct.length) dismissed = ''; return; }
    if (dialog?.dataset.key === String(key.length) + key.slice(0, 200)) return;
    dialog?.remove();
    const close = () => { dismissed = key; document.getElementById('errors')?.remove(); document.getElementById('main').focus(); };
    dialog = node('section', { id: 'errors', role: 'alert', 'aria-label': 'Errors of the theme', onkeydown: event => { if (event.key === 'Escape') close(); } },
      node('header', {}, node('h2', {}, `${count} ${count === 1 ? 'error' : 'errors'}`), node('p', { class: 'quiet' }, 'The page keeps the last good look.'),
        node('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: close }, '✕')),
      node('ul', { class: 'problems' }, distinct.slice(0, 8).map(problem)),
      count > 8 && node('p', { class: 'quiet' }, `and ${count - 8} more under Findings`));
    dialog.dataset.key = String(key.length) + key.slice(0, 200);
    document.body.append(dialog);
  }

  return { build, findings, overlay, clock };
})();
