import type { Page } from 'playwright/test';

/**
 * Faults that an eye sees at once and axe does not check: a paragraph that ends in a line with hardly a word, a drawing
 * without its styles (black is a shape's default, and none of our colours), cut-off words in a drawing.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    if (!main) return [];
    const ours = [...main.querySelectorAll<HTMLElement>('p, li, dd, h1, h2, h3, legend, label')].filter(
      (element) =>
        !element.closest('.unseen, .uppy-Root') &&
        !element.querySelector('p, h2, h3, div, dl, ul, section') &&
        element.checkVisibility(),
    );
    const alone = ours.filter(endsInOneWord).map((element) => `single word at the end: ${element.innerText}`);
    const shapes = [...main.querySelectorAll<SVGGraphicsElement>('svg :is(path, rect, circle, text)')].filter(
      (shape) => !shape.closest('.uppy-Root') && shape.checkVisibility(),
    );
    const black = shapes.filter((shape) => getComputedStyle(shape).fill === 'rgb(0, 0, 0)');
    const cut = shapes.filter((shape) => shape.tagName === 'text' && isOutside(shape));
    return [
      ...alone,
      ...black.map((shape) => `drawn without styles: ${shape.getAttribute('class')}`),
      ...cut.map((shape) => `cut off: ${shape.textContent}`),
    ];

    function endsInOneWord(element: HTMLElement) {
      const words = wordsOf(element);
      const [before, last] = words.slice(-2);
      if (words.length < 3 || !before || !last) return false;
      const { width } = element.getBoundingClientRect();
      if (last.top > before.bottom - 4) return last.width < width / 4;
      // Two words count as one if both are short: "u mee."
      const start = words.at(-3);
      return start !== undefined && before.top > start.bottom - 4 && last.right - before.left < width / 10;
    }

    function wordsOf(element: HTMLElement) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const words: DOMRect[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        // A block or a link inside is a line of its own.
        if (text.parentElement?.closest('.unseen, a, strong, button, .button-reason, span')) continue;
        for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          words.push(range.getBoundingClientRect());
        }
      }
      return words;
    }

    function isOutside(shape: SVGGraphicsElement) {
      const drawing = shape.ownerSVGElement?.getBoundingClientRect();
      const { left, right, bottom } = shape.getBoundingClientRect();
      return !drawing || left < drawing.left || right > drawing.right || bottom > drawing.bottom;
    }
  });
}

/**
 * What does not fit on the screen, once the page is drawn in its present size: sideways scroll and, if asked, text that
 * is partly outside the screen, left or right, where no scrolling reaches it. One call: each screen is measured often.
 */
export async function misfits(page: Page, alsoText: boolean): Promise<string[]> {
  return page.evaluate(async (isTextAsked) => {
    await document.fonts.ready;
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    const { scrollWidth, clientWidth } = document.documentElement;
    const sideways = scrollWidth === clientWidth ? [] : [`sideways scroll of ${scrollWidth - clientWidth} px`];
    if (!isTextAsked) return sideways;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!text.nodeValue?.trim() || !parent) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
      const isCut = rects.some(({ left, right }) => left < -1 || right > clientWidth + 1);
      // Asked last, because the styles of all ancestors cost much more than a place.
      if (isCut && isMeantToBeSeen(parent)) cut.push(`cut off: ${text.nodeValue.trim()}`);
    }
    return [...sideways, ...cut];

    function isMeantToBeSeen(parent: Element) {
      if (!parent.checkVisibility() || parent.closest('.unseen, .skip, .uppy-Root')) return false;
      return !scrolls(parent) && !isUnseen(parent);
    }

    /** A cell that only screen readers read. */
    function isUnseen(element: Element | null): boolean {
      if (!element || element === document.body) return false;
      // An element with `display: contents` has no box of its own.
      const hasBox = getComputedStyle(element).display !== 'contents';
      return (hasBox && element.getBoundingClientRect().width <= 1) || isUnseen(element.parentElement);
    }

    function scrolls(element: Element | null): boolean {
      if (!element || element === document.body) return false;
      return element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX)
        ? true
        : scrolls(element.parentElement);
    }
  }, alsoText);
}

/** Words of at most six letters that are broken over lines: their box is narrower than any word. */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility() || text.parentElement.closest('.unseen, .uppy-Root')) continue;
      for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/(?<!\S)\p{L}{2,6}(?=[.,:;?!)]*(?!\S))/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

/** The layout shift since the page began to load: https://web.dev/articles/cls */
export const moved = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) sum += (shift as PerformanceEntry & { value: number }).value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Buffered entries are reported before the next frame but one.
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum))));
      }),
  );
