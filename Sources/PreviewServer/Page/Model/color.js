// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

// Colours: from the values of a theme to those of CSS, and the measures by which people compare them. Pure functions.
const Color = (() => {
  const clamp = (number, low, high) => Math.min(Math.max(Number.isFinite(number) ? number : low, low), high);
  const rounded = (number, digits = 4) => String(Math.round(number * 10 ** digits) / 10 ** digits);

  // The content of a value of type colour; null for everything else.
  function from(value) {
    if (!value || typeof value !== 'object') return null;
    const content = value.$type === 'color' || value.$type === 'colorRef' ? value.$value : value;
    return content && typeof content.colorSpace === 'string' && Array.isArray(content.components) ? content : null;
  }

  const hexPattern = /^#[0-9a-f]{6}$/i;

  // Red, green and blue of 0...1, within sRGB.
  function rgb(color) {
    if (color.colorSpace === 'srgb') return color.components.map(part => clamp(Number(part), 0, 1));
    const hex = hexPattern.test(color.hex) ? color.hex : '#000000';
    return [1, 3, 5].map(place => parseInt(hex.slice(place, place + 2), 16) / 255);
  }

  const hexOf = parts => '#' + parts.map(part => Math.round(clamp(part, 0, 1) * 255).toString(16).padStart(2, '0')).join('');

  function hex(color) {
    const text = hexOf(rgb(color));
    const alpha = clamp(Number(color.alpha ?? 1), 0, 1);
    return alpha < 1 ? text + Math.round(alpha * 255).toString(16).padStart(2, '0') : text;
  }

  const functions = {
    hsl: ([h, s, l]) => `hsl(${h} ${s}% ${l}%`, hwb: ([h, w, b]) => `hwb(${h} ${w}% ${b}%`,
    lab: parts => `lab(${parts.join(' ')}`, lch: parts => `lch(${parts.join(' ')}`,
    oklab: parts => `oklab(${parts.join(' ')}`, oklch: parts => `oklch(${parts.join(' ')}`,
  };
  const spaces = new Set(['srgb', 'srgb-linear', 'display-p3', 'a98-rgb', 'prophoto-rgb', 'rec2020', 'xyz-d65', 'xyz-d50']);

  // A colour of CSS, written anew from numbers.
  function css(color) {
    const parts = color.components.map(part => part === 'none' ? 'none' : rounded(Number(part) || 0, 5));
    const alpha = rounded(clamp(Number(color.alpha ?? 1), 0, 1));
    if (functions[color.colorSpace]) return `${functions[color.colorSpace](parts)} / ${alpha})`;
    if (color.colorSpace !== 'srgb' && spaces.has(color.colorSpace)) return `color(${color.colorSpace} ${parts.join(' ')} / ${alpha})`;
    const [red, green, blue] = rgb(color).map(part => rounded(part * 255, 2));
    return `rgb(${red} ${green} ${blue} / ${alpha})`;
  }

  const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const gamma = part => part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;

  // Lightness, chroma and hue in OKLCH, by the matrices of CSS Color 4.
  function oklch(color) {
    const [r, g, b] = rgb(color).map(linear);
    const l = Math.cbrt(0.41222147 * r + 0.53633254 * g + 0.05144599 * b);
    const m = Math.cbrt(0.2119035 * r + 0.68069955 * g + 0.10739696 * b);
    const s = Math.cbrt(0.0883025 * r + 0.28171884 * g + 0.62997871 * b);
    const lightness = 0.21045426 * l + 0.79361779 * m - 0.00407205 * s;
    const a = 1.9779985 * l - 2.42859221 * m + 0.45059371 * s;
    const bb = 0.02590404 * l + 0.78277177 * m - 0.80867577 * s;
    const chroma = Math.hypot(a, bb);
    return { l: lightness, c: chroma, h: chroma < 0.002 ? 0 : (Math.atan2(bb, a) * 180 / Math.PI + 360) % 360 };
  }

  // The colour that is seen when `color` lies over an opaque one.
  function over(color, below) {
    const alpha = clamp(Number(color.alpha ?? 1), 0, 1);
    const back = rgb(below);
    return { colorSpace: 'srgb', alpha: 1, components: rgb(color).map((part, index) => part * alpha + back[index] * (1 - alpha)) };
  }

  const luminance = color => {
    const [r, g, b] = rgb(color).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  // The ratio of WCAG 2, 1...21. Transparent colours are laid over the colour below them first.
  function ratio(text, background) {
    const back = over(background, white);
    const [one, two] = [luminance(over(text, back)), luminance(back)];
    return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  }

  // Two digits, cut and not rounded: 4.499 is not 4.5.
  const ratioText = number => (Math.floor(number * 100 + 1e-9) / 100).toFixed(2);

  function level(number) {
    return number >= 7 ? 'AAA' : number >= 4.5 ? 'AA' : number >= 3 ? 'AA large' : 'fails';
  }

  // The lightness contrast of APCA 0.1.9.
  function apca(text, background) {
    const back = over(background, white);
    const y = color => {
      const [r, g, b] = rgb(color).map(part => part ** 2.4);
      const sum = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
      return sum < 0.022 ? sum + (0.022 - sum) ** 1.414 : sum;
    };
    const [one, two] = [y(over(text, back)), y(back)];
    if (Math.abs(two - one) < 0.0005) return 0;
    const raw = two > one ? (two ** 0.56 - one ** 0.57) * 1.14 : (two ** 0.65 - one ** 0.62) * 1.14;
    return Math.abs(raw) < 0.1 ? 0 : (raw > 0 ? raw - 0.027 : raw + 0.027) * 100;
  }

  const white = { colorSpace: 'srgb', components: [1, 1, 1], alpha: 1 };
  const black = { colorSpace: 'srgb', components: [0, 0, 0], alpha: 1 };
  const fromRGB = (components, alpha = 1) => ({ colorSpace: 'srgb', components, alpha, hex: hexOf(components) });

  // The components of `#rrggbb`.
  const parts = text => [1, 3, 5].map(place => parseInt(text.slice(place, place + 2), 16) / 255);

  return { from, rgb, hex, hexOf, css, oklch, over, ratio, ratioText, level, apca, white, black, fromRGB, parts, clamp, rounded, gamma };
})();
