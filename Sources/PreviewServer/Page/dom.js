// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// Elements of the page. Content of a theme becomes text nodes, presentation attributes and properties of CSSOM, never markup.
const Dom = (() => {
  const svgNames = new Set(['svg', 'path', 'rect', 'circle', 'line', 'defs', 'filter', 'feColorMatrix', 'feComposite', 'g', 'polyline']);

  // node('button', {class: 'chip', onclick: f, style: {color: 'red'}}, 'text', child, …): properties that begin with `on` are
  // listeners, `style` is set through CSSOM, the others are attributes. No attribute takes a text of a theme but titles and labels.
  function node(name, properties = {}, ...children) {
    const element = svgNames.has(name)
      ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value === undefined || value === null || value === false) continue;
      if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
      else if (key === 'style') for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
      else if (key === 'value') element.value = value;
      else element.setAttribute(key, value === true ? '' : String(value));
    }
    append(element, children);
    return element;
  }

  function append(element, children) {
    for (const child of children.flat(9)) {
      if (child === null || child === undefined || child === false) continue;
      element.append(child instanceof Node ? child : document.createTextNode(plain(String(child))));
    }
    return element;
  }

  // A text without control characters and marks of direction, so that readers see all that is there.
  const plain = text => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
  // The copied text: one line of visible characters.
  const copied = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');

  const replace = (element, ...children) => { element.textContent = ''; return append(element, children); };

  function announce(text) { document.getElementById('announcements').textContent = plain(text); }

  async function copy(text) {
    const line = copied(text);
    try {
      await navigator.clipboard.writeText(line);
    } catch {
      const field = node('textarea', { class: 'unseen', value: line });
      document.body.append(field);
      field.select();
      document.execCommand('copy');
      field.remove();
    }
    announce('Copied');
  }

  // A family of fonts as CSS takes it: a string of its own.
  const family = name => '"' + plain(String(name)).replace(/["\\\n]/g, ' ') + '"';

  // A name without the group whose title stands above it.
  function nameText(name, group = '') {
    return node('span', { class: 'name', title: plain(name) }, group && name.startsWith(group) ? name.slice(group.length + 1) : name);
  }

  // Works through a list in slices, so that no task is long. Returns a function that ends it.
  function slices(list, work, budget = 10) {
    let next = 0;
    let isEnded = false;
    const run = () => {
      if (isEnded) return;
      const start = performance.now();
      while (next < list.length && performance.now() - start < budget) work(list[next++], next - 1);
      if (next < list.length) setTimeout(run);
    };
    run();
    return () => { isEnded = true; };
  }

  return { node, append, replace, announce, copy, family, nameText, plain, slices };
})();
const { node } = Dom;
