// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// The state of each context, and where it comes from: a stream that the tabs of a browser share, or the data of an export.
const Model = (() => {
  // A context as a text, the same for each order of its members.
  const keyOf = (context = {}) => JSON.stringify([
    context.device ?? '', context.version ?? '', context.language ?? '', context.themes ?? [], Object.entries(context.modifiers ?? {}).sort(),
  ]);

  const empty = context => ({
    context, bundle: '', dialect: '', generation: 0, unsaved: false, stale: null, values: new Map(), elements: new Map(),
    problems: [], problemCount: 0, errorCount: 0, saves: [],
  });

  // Applies a message of the server. Returns the paths that changed; null for everything.
  function apply(states, message) {
    const key = keyOf(message.context);
    const isWhole = message.type === 'whole';
    const state = isWhole || !states.has(key) ? empty(message.context) : states.get(key);
    states.set(key, state);
    Object.assign(state, {
      bundle: message.bundle, dialect: message.dialect, generation: message.generation, unsaved: message.unsaved,
      stale: message.stale ? { reason: message.stale, since: message.since } : null,
    });
    for (const [path, value] of message.values ?? []) state.values.set(path, value);
    for (const path of message.removed ?? []) state.values.delete(path);
    for (const [name, states] of message.elements ?? []) {
      if (states.length) state.elements.set(name, states); else state.elements.delete(name);
    }
    if (message.problems) Object.assign(state, { problems: message.problems, problemCount: message.problemCount, errorCount: message.errorCount });
    state.saves = [...state.saves, ...message.saves ?? []].slice(-24);
    if (isWhole) return null;
    return {
      values: [...(message.values ?? []).map(entry => entry[0]), ...message.removed ?? []],
      elements: (message.elements ?? []).map(entry => entry[0]),
      isStructural: (message.removed ?? []).length > 0,
    };
  }

  // The events that a new tab gets for a state.
  const whole = state => ({
    type: 'whole', context: state.context, bundle: state.bundle, dialect: state.dialect, generation: state.generation,
    unsaved: state.unsaved, stale: state.stale?.reason, since: state.stale?.since, values: [...state.values],
    elements: [...state.elements], problems: state.problems, problemCount: state.problemCount,
    errorCount: state.errorCount, saves: state.saves,
  });

  const address = contexts => 'events?c=' + encodeURIComponent(JSON.stringify(contexts));

  // Follows contexts by one stream. `receive` gets messages, and `{type: 'lost'}` when the server is gone.
  function follow(receive) {
    let source = null;
    let shown = '';
    const show = contexts => {
      const next = contexts.length ? address(contexts) : '';
      if (next === shown && source?.readyState !== 2) return;
      source?.close();
      shown = next;
      source = next ? new EventSource(next) : null;
      if (!source) return;
      source.onmessage = event => receive(JSON.parse(event.data));
      source.onerror = event => {
        receive({ type: 'lost', since: Date.now() });
        // A refusal ends it for good: the browser itself tries again only after a lost connection.
        if (event.target === source && source.readyState === 2) setTimeout(() => { if (event.target === source) show(contexts); }, 2000);
      };
    };
    return show;
  }

  // In a SharedWorker: one stream for all tabs of the browser.
  function serveTabs(scope) {
    const states = new Map();
    const tabs = new Map();
    let lost = null;
    const show = follow(message => {
      if (message.type === 'lost') lost = lost ?? message; else lost = null;
      if (message.context) apply(states, message);
      for (const [port, keys] of tabs) {
        if (!message.context || keys.has(keyOf(message.context))) port.postMessage(message);
      }
    });
    const refresh = () => {
      const wanted = new Map();
      for (const keys of tabs.values()) for (const [key, context] of keys) wanted.set(key, context);
      for (const key of states.keys()) if (!wanted.has(key)) states.delete(key);
      show([...wanted.values()]);
    };
    scope.onconnect = event => {
      const port = event.ports[0];
      tabs.set(port, new Map());
      port.onmessage = ({ data }) => {
        if (data.bye) tabs.delete(port); else tabs.set(port, new Map(data.show.map(context => [keyOf(context), context])));
        refresh();
        if (data.bye) return;
        for (const context of data.show) {
          const state = states.get(keyOf(context));
          if (state) port.postMessage(whole(state));
        }
        if (lost) port.postMessage(lost);
      };
    };
  }

  // In a page: through the worker, else by a stream of its own that a hidden tab closes.
  function connect(receive) {
    let wanted = [];
    const policy = self.trustedTypes?.createPolicy('livery', { createScriptURL: text => text === 'page.js' ? text : '' });
    try {
      const worker = new SharedWorker(policy ? policy.createScriptURL('page.js') : 'page.js');
      const send = message => worker.port.postMessage(message);
      worker.port.onmessage = event => receive(event.data);
      worker.port.start();
      addEventListener('pagehide', () => send({ bye: true }));
      addEventListener('pageshow', event => { if (event.persisted) send({ show: wanted }); });
      return contexts => send({ show: wanted = contexts });
    } catch {
      const show = follow(receive);
      addEventListener('pagehide', () => show([]));
      document.addEventListener('visibilitychange', () => show(document.hidden ? [] : wanted));
      return contexts => show(wanted = contexts);
    }
  }

  // The value at a path, which may lead into an object.
  function valueAt(state, path) {
    const parts = Names.segments(path);
    let value = state.values.get(rootOf(path));
    for (const part of parts.slice(2)) value = value && Object.hasOwn(value, part) ? value[part] : undefined;
    return value;
  }

  // The path of the constant or style that holds a value.
  const rootOf = path => path.split('/').slice(0, 2).join('/');

  return { keyOf, valueAt, rootOf, apply, empty, serveTabs, connect };
})();
