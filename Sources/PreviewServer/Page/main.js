// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// The page: its head and its panels. When values change, it draws the panels again that show them.
const App = {
  settings: {}, states: new Map(), shown: [], query: '', sort: 'name', failing: false, isStatic: false, isReady: false,

  // The shown contexts with their names; the first one is the one that cards ask about.
  views() {
    return this.shown.map(context => ({ label: Page.label(context), state: this.states.get(Model.keyOf(context)) ?? Model.empty(context) }));
  },
  rebuild(id) { Page.rebuild(id); },
  remember() { Page.remember(); },
};

const Page = (() => {
  const byKind = kind => () => entries().filter(entry => entry.kind === kind);
  const panels = [
    { id: 'changes', title: 'Changes', isLive: true, build: panel => Changes.build(panel), count: () => App.views()[0]?.state.saves.length },
    { id: 'colors', title: 'Colours', entries: () => colors(), build: Palette.colors },
    { id: 'contrast', title: 'Contrast', build: panel => Contrast.build(panel) },
    { id: 'type', title: 'Typography', entries: byKind('type'), build: Palette.type },
    { id: 'space', title: 'Space and shape', entries: byKind('space'), build: Palette.space },
    { id: 'effects', title: 'Effects', entries: byKind('effect'), build: Palette.effects },
    { id: 'motion', title: 'Motion', entries: byKind('motion'), build: Palette.motion },
    { id: 'elements', title: 'Components', entries: () => elementNames(), build: Elements.build },
    { id: 'other', title: 'Other values', entries: byKind('other'), build: Palette.other },
    { id: 'findings', title: 'Findings', build: panel => Changes.findings(panel), count: () => App.views()[0]?.state.problemCount },
  ];
  const built = new Map();
  let show = () => {};
  let lost = null;

  const matches = name => !App.query || name.toLowerCase().includes(App.query.toLowerCase());

  // The constants of all shown contexts.
  function entries() {
    const found = new Map();
    for (const { state } of App.views()) {
      for (const [path, value] of state.values) {
        if (!found.has(path) && path.startsWith('constants/')) found.set(path, { path, name: Names.short(path), kind: Names.kind(path, value) });
      }
    }
    return [...found.values()].filter(entry => matches(entry.name)).sort((a, b) => Names.compare(a.name, b.name));
  }

  // The colours of constants; where a theme has next to none, each colour of its styles once.
  function colors() {
    const list = byKind('color')();
    if (list.length > 3) return list;
    const seen = new Set();
    const collect = (value, path) => {
      if (!value || typeof value !== 'object') return;
      const color = Color.from(value);
      if (!color) {
        if (!value.$type) for (const [key, part] of Object.entries(value)) collect(part, path + '/' + Names.escaped(key));
      } else if (!seen.has(Color.css(color))) {
        seen.add(Color.css(color));
        if (matches(Names.short(path))) list.push({ path, name: Names.short(path), kind: 'color' });
      }
    };
    for (const { state } of App.views()) for (const [path, value] of state.values) if (path.startsWith('styles/')) collect(value, path);
    return list;
  }

  const elementNames = () => [...new Set(App.views().flatMap(({ state }) => [...state.elements.keys()]))].filter(matches).sort(Names.compare);

  function label(context) {
    const key = Model.keyOf(context);
    const choice = App.settings.choices.find(one => Model.keyOf(one.context) === key);
    if (choice) return choice.name;
    const modifiers = Object.entries(context.modifiers ?? {}).map(entry => entry.join(' '));
    return [...context.themes ?? [], context.device, context.version, context.language, ...modifiers].filter(Boolean).join(', ') || 'Default';
  }

  // MARK: Panels

  // When its value changes, the cell alone is drawn again.
  function rebuild(id) {
    const panel = panels.find(one => one.id === id);
    const section = document.getElementById('panel-' + id);
    if (!panel || !section) return;
    const old = built.get(id);
    old?.end?.();
    const list = panel.entries?.();
    const count = list ? list.length : panel.count?.();
    const isEmpty = list ? !list.length : App.isStatic && panel.isLive;
    section.hidden = Boolean(isEmpty);
    const link = document.querySelector(`#nav a[href="#panel-${id}"]`);
    if (link) { link.hidden = Boolean(isEmpty); link.querySelector('.count').textContent = count ? String(count) : ''; }
    const state = { cells: new Map(), isBuilt: false, end: null, keys: list?.map(entry => entry.path ?? entry).join('\n') };
    built.set(id, state);
    const body = section.querySelector('.body');
    body.textContent = '';
    if (isEmpty) return;
    if (!old?.isNear && !isNear(section)) { body.style.minHeight = '40vh'; return; }
    fill(panel, state, body, list);
  }

  const isNear = section => section.getBoundingClientRect().top < innerHeight * 2 && section.getBoundingClientRect().bottom > -innerHeight;

  function fill(panel, state, body, list) {
    body.style.minHeight = '';
    state.isBuilt = state.isNear = true;
    const cell = (key, make) => {
      const element = make();
      const one = { element, make };
      const root = key.startsWith('element ') ? key : Model.rootOf(key);
      state.cells.set(root, [...state.cells.get(root) ?? [], one]);
      return element;
    };
    if (list) state.end = panel.build(body, list, cell); else panel.build(body);
  }

  const nearby = typeof IntersectionObserver === 'undefined' ? null : new IntersectionObserver(found => {
    for (const { isIntersecting, target } of found) {
      const id = target.id.replace('panel-', '');
      const state = built.get(id);
      if (!isIntersecting || !state || state.isBuilt || target.hidden) continue;
      const panel = panels.find(one => one.id === id);
      fill(panel, state, target.querySelector('.body'), panel.entries?.());
    }
  }, { rootMargin: '100% 0px' });

  function frame() {
    const main = document.getElementById('main');
    for (const panel of panels) {
      const sort = panel.id === 'colors' && node('button', { type: 'button', class: 'toggle', id: 'sort', onclick: event => { App.sort = App.sort === 'hue' ? 'name' : 'hue'; event.currentTarget.textContent = sortLabel(); rebuild('colors'); remember(); } }, sortLabel());
      const section = node('section', { class: 'panel', id: 'panel-' + panel.id, 'aria-labelledby': 'title-' + panel.id },
        node('header', {}, node('h2', { id: 'title-' + panel.id }, panel.title), sort), node('div', { class: 'body' }));
      main.append(section);
      nearby.observe(section);
      document.getElementById('nav').append(node('a', { href: '#panel-' + panel.id, onclick: event => { event.preventDefault(); goTo(panel.id); } }, panel.title, node('span', { class: 'count' })));
    }
  }

  const sortLabel = () => App.sort === 'hue' ? 'Sorted by hue' : 'Sorted by name';

  function goTo(id) {
    panelShown = id;
    document.getElementById('panel-' + id).scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    document.getElementById('title-' + id).setAttribute('tabindex', '-1');
    document.getElementById('title-' + id).focus({ preventScroll: true });
    mark();
    remember();
  }

  let panelShown = '';

  function mark() {
    for (const link of document.querySelectorAll('#nav a')) {
      if (link.getAttribute('href') === '#panel-' + panelShown) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
    }
  }

  function follow() {
    const first = [...document.querySelectorAll('.panel:not([hidden])')].filter(section => section.getBoundingClientRect().top < innerHeight * 0.35).at(-1);
    const id = first?.id.replace('panel-', '') ?? '';
    if (id && id !== panelShown) { panelShown = id; mark(); remember(); }
  }

  // MARK: News

  function receive(message) {
    if (message.type === 'lost') { lost = { reason: 'The preview has ended.', since: lost?.since ?? message.since }; return veil(); }
    lost = null;
    if (message.type === 'current') return veil();
    const changed = Model.apply(App.states, message);
    const isFirst = !App.isReady;
    App.isReady = true;
    if (changed === null || isFirst) all(); else some(changed);
    veil();
    header();
  }

  function all() {
    for (const panel of panels) rebuild(panel.id);
    Changes.overlay();
    if (Card.path) Card.refresh();
    if (panelWanted) hold(panelWanted);
  }

  // Keeps a panel in sight while those above it are still being made, until the user does anything.
  function hold(id) {
    panelWanted = '';
    const end = performance.now() + 1500;
    let isOver = false;
    for (const kind of ['wheel', 'keydown', 'pointerdown']) addEventListener(kind, () => { isOver = true; }, { once: true, passive: true });
    const look = () => {
      if (isOver || performance.now() > end) return;
      const element = document.getElementById('panel-' + id);
      if (Math.abs(element.getBoundingClientRect().top - 57) > 2) element.scrollIntoView();
      requestAnimationFrame(look);
    };
    look();
  }

  let later = 0;

  // Draws the parts again that show the changed values. Parts that are derived from these follow a moment later.
  function some(changed) {
    const keys = [...changed.values, ...changed.elements.map(name => 'element ' + name)];
    for (const key of keys) {
      for (const { cells } of built.values()) {
        for (const cell of cells.get(key) ?? []) {
          const next = cell.make();
          const had = cell.element.contains(document.activeElement);
          cell.element.replaceWith(next);
          next.classList.add('changed');
          cell.element = next;
          if (had) next.focus();
        }
      }
    }
    clearTimeout(later);
    later = setTimeout(() => {
      for (const panel of panels) {
        const state = built.get(panel.id);
        if (!panel.entries || changed.isStructural || state?.keys !== panel.entries().map(entry => entry.path ?? entry).join('\n')) rebuild(panel.id);
      }
      Changes.overlay();
      const parts = Card.path && Model.rootOf(Card.path);
      if (parts && changed.values.includes(parts) && !document.getElementById('card').contains(document.activeElement)) Card.refresh();
    }, 30);
    const [view] = App.views();
    const save = view.state.saves.at(-1);
    if (save) Dom.announce(`Generation ${view.state.generation}: ${save.count} values changed`);
  }

  function veil() {
    const stale = lost ?? App.views().map(view => view.state.stale).find(Boolean);
    let element = document.getElementById('veil');
    document.body.classList.toggle('stale', Boolean(stale));
    if (!stale) return element?.remove();
    if (!element) document.body.append(element = node('div', { id: 'veil', role: 'status' }));
    Dom.replace(element, node('p', {}, node('strong', {}, `stale since ${Changes.clock.format(stale.since)}`), ' ', stale.reason));
  }

  // MARK: The head

  function header() {
    const [view] = App.views();
    const { state } = view;
    document.title = Dom.plain(state.bundle || App.settings.bundle) + ' – Livery';
    Dom.replace(document.getElementById('bundle'), state.bundle || App.settings.bundle, state.dialect && node('span', { class: 'tag' }, state.dialect));
    const errors = state.errorCount;
    Dom.replace(document.getElementById('state'), App.isStatic ? null : node('span', { class: errors ? 'light bad' : 'light' }),
      errors ? `${errors} ${errors === 1 ? 'error' : 'errors'}, last good look` : App.isStatic ? '' : 'Live',
      !App.isStatic && node('span', { class: 'quiet' }, ` generation ${state.generation}${state.unsaved ? ' · not saved yet' : ''}`));
    for (const chip of document.querySelectorAll('#contexts button')) chip.setAttribute('aria-pressed', String(App.shown.some(context => Model.keyOf(context) === chip.dataset.key)));
  }

  function toggleContext(context) {
    const key = Model.keyOf(context);
    const rest = App.shown.filter(one => Model.keyOf(one) !== key);
    App.shown = rest.length === App.shown.length ? [...App.shown, context].slice(-8) : rest.length ? rest : App.shown;
    header();
    show(App.shown);
    if (App.shown.every(one => App.states.has(Model.keyOf(one)))) all();
    remember();
  }

  const visions = { none: 'Full colour vision', protan: 'Protanopia', deutan: 'Deuteranopia', tritan: 'Tritanopia', grey: 'No colour' };
  // In linear RGB: Viénot 1999 for red and green; Brettel 1997 for blue, which has a plane on either side of the neutral colours.
  const matrices = {
    protan: '0.11238 0.88762 0 0 0 0.11238 0.88762 0 0 0 0.00401 -0.00401 1 0 0 0 0 0 1 0',
    deutan: '0.29275 0.70725 0 0 0 0.29275 0.70725 0 0 0 -0.02234 0.02234 1 0 0 0 0 0 1 0',
    tritan: '1.01277 0.13548 -0.14826 0 0 -0.01243 0.86812 0.14431 0 0 0.07589 0.805 0.11911 0 0 0 0 0 1 0',
    grey: '0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0 0 0 1 0',
  };
  const tritanBeyond = '0.93678 0.18979 -0.12657 0 0 0.06154 0.81526 0.1232 0 0 -0.37562 1.12767 0.24796 0 0 0 0 0 1 0';
  // Opaque on the side of the first plane, and transparent beyond.
  const tritanSide = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 39600 -28310 -11290 0 0';

  const matrix = (values, result) => node('feColorMatrix', { type: 'matrix', in: 'SourceGraphic', values, result });
  const composite = (operator, first, second, more = {}) => node('feComposite', { operator, in: first, in2: second, ...more });
  const visionFilter = name => node('filter', { id: 'vision-' + name, 'color-interpolation-filters': 'linearRGB' }, matrix(matrices[name], 'first'), name === 'tritan' && [
    matrix(tritanBeyond, 'beyond'), matrix(tritanSide, 'side'), composite('in', 'first', 'side', { result: 'one' }),
    composite('out', 'beyond', 'side', { result: 'other' }), composite('arithmetic', 'one', 'other', { k2: 1, k3: 1 }),
  ]);

  function vision(name) {
    document.getElementById('main').style.filter = matrices[name] ? `url(#vision-${name})` : '';
  }

  function head() {
    const choices = App.settings.choices;
    const select = (id, title, options, change) => node('select', { id, 'aria-label': title, onchange: event => change(event.target.value) }, Object.entries(options).map(([value, text]) => node('option', { value }, text)));
    let waiting = 0;
    Dom.append(document.getElementById('header'), [
      node('div', { class: 'brand' }, node('h1', { id: 'bundle' }), node('p', { id: 'state' })),
      choices.length > 1 && node('div', { id: 'contexts', role: 'group', 'aria-label': 'Contexts, side by side' }, choices.map(choice => {
        const button = node('button', { type: 'button', onclick: () => toggleContext(choice.context) }, choice.name);
        button.dataset.key = Model.keyOf(choice.context);
        return button;
      })),
      node('div', { class: 'controls' },
        node('input', { id: 'search', type: 'search', placeholder: 'Search', 'aria-label': 'Search names', value: App.query, oninput: event => {
          App.query = event.target.value.trim();
          clearTimeout(waiting);
          waiting = setTimeout(() => { all(); remember(); }, 80);
        } }),
        select('vision', 'Colour vision', visions, vision),
        select('chrome', 'Light or dark page', { '': 'System', light: 'Light', dark: 'Dark' }, value => { document.documentElement.dataset.chrome = value; remember(); })),
      node('svg', { width: 0, height: 0, class: 'unseen', 'aria-hidden': 'true' }, Object.keys(matrices).map(visionFilter)),
    ]);
    document.getElementById('chrome').value = document.documentElement.dataset.chrome ?? '';
  }

  // MARK: The shown part, in the fragment

  let panelWanted = '';

  function remember() {
    const parts = new URLSearchParams();
    if (App.shown.length !== 1 || Model.keyOf(App.shown[0]) !== Model.keyOf(App.settings.context)) parts.set('c', JSON.stringify(App.shown));
    if (panelShown && panelShown !== panels[0].id) parts.set('panel', panelShown);
    if (App.query) parts.set('q', App.query);
    if (App.sort !== 'name') parts.set('sort', App.sort);
    if (Card.path) parts.set('v', Card.path);
    const chrome = document.documentElement.dataset.chrome;
    if (chrome) parts.set('chrome', chrome);
    const text = parts.toString();
    if ('#' + text !== location.hash && (text || location.hash)) history.replaceState(null, '', text ? '#' + text : location.pathname + location.search);
  }

  function recall() {
    const parts = new URLSearchParams(location.hash.slice(1));
    let contexts = [];
    try { contexts = JSON.parse(parts.get('c') ?? '[]'); } catch { contexts = []; }
    App.shown = Array.isArray(contexts) && contexts.length ? contexts.slice(0, 8).map(one => ({ themes: [], ...one })) : [App.settings.context];
    App.query = parts.get('q') ?? '';
    App.sort = parts.get('sort') === 'hue' ? 'hue' : 'name';
    panelWanted = panels.some(panel => panel.id === parts.get('panel')) ? parts.get('panel') : '';
    panelShown = panelWanted;
    const chrome = parts.get('chrome');
    if (['light', 'dark'].includes(chrome)) document.documentElement.dataset.chrome = chrome;
    return parts.get('v');
  }

  function keys(event) {
    if (event.key === 'Escape' && Card.path) return Card.close();
    if (event.target.closest('input, select, textarea') || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === '/') { event.preventDefault(); document.getElementById('search').focus(); }
    const number = '1234567890'.indexOf(event.key);
    if (number >= 0) { const links = [...document.querySelectorAll('#nav a:not([hidden])')]; links[number]?.click(); }
  }

  function start() {
    const block = id => { const element = document.getElementById(id); return element ? JSON.parse(element.textContent) : null; };
    App.settings = { choices: [], context: { themes: [] }, ...block('settings') };
    const data = block('data');
    App.isStatic = Boolean(data);
    const value = recall();
    head();
    frame();
    mark();
    addEventListener('keydown', keys);
    addEventListener('scroll', () => { clearTimeout(follow.waiting); follow.waiting = setTimeout(follow, 120); }, { passive: true });
    if (data) {
      for (const message of data) Model.apply(App.states, message);
      App.isReady = true;
      show = () => all();
      all();
      header();
    } else {
      header();
      show = Model.connect(receive);
      show(App.shown);
    }
    if (value) Card.open(value);
  }

  return { start, rebuild, remember, label };
})();

if (typeof SharedWorkerGlobalScope !== 'undefined' && self instanceof SharedWorkerGlobalScope) Model.serveTabs(self);
else Page.start();
