// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// The panels of constants: colours as swatches and ramps, type set in itself, lengths, effects and motion drawn, the rest as a table.
const Palette = (() => {
  // A value in each shown context: `[{label, value}]`, and whether they differ.
  function seen(path) {
    const all = App.views().map(view => ({ label: view.label, value: Model.valueAt(view.state, path) }));
    const first = JSON.stringify(all[0]?.value);
    return { all, differs: all.some(one => JSON.stringify(one.value) !== first) };
  }

  const mark = differs => differs && node('span', { class: 'differs', title: 'Differs between the contexts' }, '≠');

  // The painted part of a swatch: a stripe for each context.
  function paint(values) {
    return node('span', { class: 'paint' }, values.map(({ label, value }) => {
      const color = Color.from(value);
      return node('span', { class: color ? 'stripe' : 'stripe missing', title: label, style: color ? { '--color': Color.css(color) } : {} });
    }));
  }

  function swatch(path, group) {
    const { all, differs } = seen(path);
    const texts = [...new Set(all.map(one => Names.text(one.value)))];
    const name = Names.short(path);
    return node('button', {
      class: 'swatch', type: 'button', 'aria-label': `${Dom.plain(name)}, ${texts.join(', ')}${differs ? ', differs' : ''}`,
      onclick: () => Card.open(path),
    }, paint(all), node('span', { class: 'caption' }, Dom.nameText(name, group), node('span', { class: 'code' }, texts.join('  '), mark(differs))));
  }

  // Stripes of one colour after the other, as designers lay them.
  function ramp(group, cell) {
    return node('div', { class: 'ramp' }, group.members.map(member => cell(member.path, () => {
      const { all, differs } = seen(member.path);
      return node('button', {
        class: 'step', type: 'button', 'aria-label': `${Dom.plain(member.name)}, ${all.map(one => Names.text(one.value)).join(', ')}`,
        onclick: () => Card.open(member.path),
      }, paint(all), node('span', { class: 'name' }, member.leaf), node('span', { class: 'code' }, Names.text(all[0].value), mark(differs)));
    })));
  }

  // Calls `add` for each group; the groups are made in slices.
  function colors(panel, entries, cell) {
    if (App.sort === 'hue') {
      const first = entry => Color.from(seen(entry.path).all[0].value) ?? Color.black;
      const keyed = entries.map(entry => ({ ...entry, key: Color.oklch(first(entry)) }));
      const band = key => key.c < 0.025 ? -1 : Math.floor((key.h + 15) % 360 / 30);
      keyed.sort((a, b) => band(a.key) - band(b.key) || b.key.l - a.key.l || Names.compare(a.name, b.name));
      const names = { '-1': 'Neutrals', 0: 'Pink', 1: 'Red', 2: 'Orange', 3: 'Yellow', 4: 'Lime', 5: 'Green', 6: 'Teal', 7: 'Cyan', 8: 'Sky', 9: 'Blue', 10: 'Violet', 11: 'Purple' };
      const bands = Map.groupBy ? Map.groupBy(keyed, entry => band(entry.key)) : keyed.reduce((map, entry) => map.set(band(entry.key), [...map.get(band(entry.key)) ?? [], entry]), new Map());
      return blocks(panel, [...bands].map(([key, members]) => ({ title: names[key] ?? '', isRamp: false, members, isSorted: true })), cell);
    }
    return blocks(panel, Names.groups(entries), cell);
  }

  // The swatches of a group in one block are few: a long group is cut, so that each slice of work is short.
  const most = 120;

  function blocks(panel, groups, cell) {
    const parts = groups.flatMap(group => {
      const cuts = [];
      for (let start = 0; start < group.members.length; start += most) {
        cuts.push({ ...group, title: start ? '' : group.title, members: group.members.slice(start, start + most) });
      }
      return cuts;
    });
    return Dom.slices(parts, group => panel.append(node('section', { class: 'group', style: { '--rows': String(Math.ceil(group.members.length / 6)) } },
      group.title && node('h3', {}, group.title, group.isRamp && node('span', { class: 'quiet' }, ` ${group.members.length} steps`)),
      group.isRamp ? ramp(group, cell)
        : node('div', { class: 'swatches' }, group.members.map(member => cell(member.path, () => swatch(member.path, group.isSorted ? '' : group.title)))))));
  }

  // A row of a value that is drawn.
  function row(path, draw, label = Names.text) {
    const { all, differs } = seen(path);
    const shown = differs ? all : all.slice(0, 1);
    return node('button', { class: 'row', type: 'button', onclick: () => Card.open(path) },
      node('span', { class: 'caption' }, Dom.nameText(Names.short(path)), mark(differs)),
      node('span', { class: 'drawn' }, shown.map(({ label: context, value }) => value === undefined ? null
        : node('span', { class: 'variant' }, draw(path, value), node('span', { class: 'code' }, label(value), differs && node('span', { class: 'quiet' }, ` ${context}`))))));
  }

  const value = path => App.views().map(view => Model.valueAt(view.state, path)).find(one => one !== undefined);

  function type(panel, entries, cell) {
    const order = { typography: 0, font: 1, fontFamily: 2, fontWeight: 3 };
    const size = entry => Names.pixels(value(entry.path)?.$value?.fontSize ?? value(entry.path)?.$value?.size) ?? 0;
    const sorted = [...entries].sort((a, b) => (order[value(a.path)?.$type] ?? 9) - (order[value(b.path)?.$type] ?? 9) || size(b) - size(a) || Names.compare(a.name, b.name));
    return list(panel, 'rows type', sorted, cell, entry => row(entry.path, Drawings.typeSpecimen));
  }

  function space(panel, entries, cell) {
    const isCorner = entry => /radius|corner|round/i.test(entry.name);
    const number = entry => Names.pixels(value(entry.path)) ?? Number.MAX_VALUE;
    const sorted = [...entries].sort((a, b) => isCorner(a) - isCorner(b) || number(a) - number(b) || Names.compare(a.name, b.name));
    const draw = (path, one) => one?.$type === 'edgeInsets' ? Drawings.insets(one)
      : isCorner({ name: path }) ? Drawings.corner(one) : Names.pixels(one) === null ? null : Drawings.lengthBar(one);
    return list(panel, 'rows', sorted, cell, entry => row(entry.path, draw));
  }

  const tiles = draw => (panel, entries, cell) => list(panel, 'tiles', entries, cell, entry => {
    const { all, differs } = seen(entry.path);
    return node('button', { class: 'tile', type: 'button', onclick: () => Card.open(entry.path) },
      (differs ? all : all.slice(0, 1)).map(one => one.value === undefined ? null : draw(one.value)),
      Dom.nameText(entry.name), node('span', { class: 'code' }, Names.text(all[0].value), mark(differs)));
  });

  function other(panel, entries, cell) {
    return list(panel, 'rows plain', entries, cell, entry => row(entry.path, () => null));
  }

  function list(panel, classes, entries, cell, make) {
    const parts = [];
    for (let start = 0; start < entries.length; start += most) parts.push(entries.slice(start, start + most));
    return Dom.slices(parts, part => panel.append(node('div', { class: classes + ' group' }, part.map(entry => cell(entry.path, () => make(entry))))));
  }

  return { colors, type, space, effects: tiles(Drawings.effect), motion: tiles(Drawings.motion), other, seen, paint, swatch, mark };
})();
