// @ts-nocheck This runs in the browser, whose types the tests do not have.
import type { Page } from 'playwright-core';

/**
 * What a reader cannot read on the page at its present width: text that is cut without an ellipsis, lies on another text, is outside
 * of the window, or has less room than it needs; amounts that are cut at all, or broken over two lines.
 */
export const textFaults = (page: Page): Promise<string[]> => page.evaluate(faultsInPage);

/** One function, because it is sent to the browser as text. */
async function faultsInPage(): Promise<string[]> {
  const NAME_REM = 12;
  const CUT_TEXT_REM = 6;
  const AMOUNT = /(?:[A-Z]{1,3})?[$€£]\s?\d[\d.,]*\d/g;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const faults = new Set<string>();
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const about = (element, text) => {
    const { className } = element.closest('[class]') ?? document.body;
    return `"${text.trim().slice(0, 40)}" in ${element.tagName.toLowerCase()} .${String(className).split(' ').join('.')}`;
  };

  const isClippedAway = (element) => {
    for (let at = element; at; at = at.parentElement) if (styleOf(at).clipPath === 'inset(50%)') return true;
    return false;
  };

  /** Text for screen readers only, and text that is not shown. */
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.skip, svg, option, noscript, script, style') &&
    !isClippedAway(element);

  /** What keeps this element apart from the page below it: its text may lie above other text. */
  const layerOf = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (['fixed', 'sticky'].includes(styleOf(at).position) || at.matches('dialog, .menu')) return at;
    return document.body;
  };

  /** The part of a rectangle that can be seen, and what cuts it; `isReached` where the reader can scroll to the rest. */
  const visiblePart = (element, rect) => {
    let { left, right, top, bottom } = rect;
    let isInline = true;
    let cutBy = null;
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = styleOf(at);
      if (!['inline', 'contents'].includes(style.display)) {
        const box = at.getBoundingClientRect();
        const isOutside = right > box.right + 1 || left < box.left - 1;
        const isBelow = bottom > box.bottom + 3 || top < box.top - 3;
        const scrolls = ['auto', 'scroll'].includes(style.overflowX) || ['auto', 'scroll'].includes(style.overflowY);
        const clips = style.overflowX !== 'visible';
        if (scrolls && isOutside && !at.matches('pre'))
          faults.add(`to be scrolled sideways: ${about(element, element.textContent)}`);
        if (scrolls && (isOutside || isBelow)) return { isReached: true, cutBy };
        if (clips && (isOutside || isBelow)) {
          const hasMark =
            (isInline && isOutside && style.textOverflow === 'ellipsis') || style.webkitLineClamp !== 'none';
          if (!cutBy || !hasMark) cutBy = { at, hasMark, width: box.width };
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
          // Ornament that has no room may go as a whole.
          const isGone = right - left < 1 || bottom - top < 1;
          if (isGone) return element.closest('[aria-hidden=true]') ? {} : { cutBy };
        }
        isInline = false;
      }
      if (style.position === 'fixed') break;
    }
    return { part: { left, right, top, bottom }, cutBy };
  };

  const root = document.querySelector('dialog[open]') ?? document.body;
  const seen = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.data;
    if (!element || text.trim() === '' || !isShown(element)) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
    const isFigure = element.closest('.money, .number') !== null || text.trim().match(AMOUNT) !== null;
    for (const rect of rects) {
      const { part, cutBy, isReached } = visiblePart(element, rect);
      if (cutBy && !cutBy.hasMark) faults.add(`cut: ${about(element, text)}`);
      if (cutBy?.hasMark && isFigure && /\d/.test(text)) faults.add(`amount cut: ${about(element, text)}`);
      if (cutBy?.hasMark && cutBy.width < CUT_TEXT_REM * rem) faults.add(`too narrow: ${about(element, text)}`);
      if (isReached || !part) continue;
      if (part.left < -1 || part.right > innerWidth + 1) faults.add(`outside: ${about(element, text)}`);
      seen.push({ ...part, node, element, text, layer: layerOf(element) });
    }
    const widest = Math.max(...rects.map(({ width }) => width));
    if (rects.length > 4 && widest < 4 * rem) faults.add(`too narrow: ${about(element, text)}`);
    if (element.closest('pre, code')) continue;
    for (const { 0: amount, index } of text.matchAll(AMOUNT)) {
      range.setStart(node, index);
      range.setEnd(node, index + amount.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)));
      if (tops.size > 1) faults.add(`amount broken: ${about(element, text)}`);
    }
  }

  seen.sort((one, other) => one.top - other.top);
  for (const [n, one] of seen.entries()) {
    for (let m = n + 1; m < seen.length && seen[m].top < one.bottom - 3; m += 1) {
      const other = seen[m];
      if (other.node === one.node || other.layer !== one.layer) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 2 && height > 4)
        faults.add(`overlaps: ${about(one.element, one.text)} and ${about(other.element, other.text)}`);
    }
  }

  for (const name of root.querySelectorAll('.data-table tbody tr[data-row] > th')) {
    const { paddingLeft, paddingRight } = styleOf(name);
    const width = name.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (width < NAME_REM * rem - 1)
      faults.add(`the name has ${Math.round(width)} px: ${about(name, name.textContent)}`);
  }

  const pen = document.createElement('canvas').getContext('2d');
  for (const select of root.querySelectorAll('select')) {
    if (!isShown(select)) continue;
    const { font, paddingLeft, paddingRight } = styleOf(select);
    pen.font = font;
    const text = select.selectedOptions[0]?.label ?? '';
    const needed = pen.measureText(text).width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
    if (needed + rem > select.clientWidth + 2) faults.add(`cut: ${about(select, text)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.add('the page is wider than the window');
  return [...faults];
}
