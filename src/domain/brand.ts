/** How the operator appears on every page and in every e-mail. */
export type Brand = { readonly name: string; readonly color: string };

/** The name of the service, where the operator has set none. */
export const SERVICE_NAME = 'Marketplace Seller Service';

/** How an installation appears whose operator has set nothing. */
export const DEFAULT_BRAND: Brand = { name: SERVICE_NAME, color: '#4453c9' };

/** What pages are coloured with. Each text has at least the contrast of WCAG 2.2 AA on its ground. */
export type BrandColors = {
  /** The colour as it was set: the ground of the mark and of main buttons. */
  readonly fill: string;
  readonly onFill: string;
  readonly fillHover: string;
  /** Links and marks of the same hue, readable on the grounds of light and of dark pages. */
  readonly accent: string;
  readonly accentInDark: string;
};

/** The darkest ground of light pages and the lightest of dark ones on which text in the accent stands (src/pages/style.css). */
const LIGHT_GROUND = '#eceef3';
const DARK_GROUND = '#2a303c';
const WHITE = '#ffffff';
const INK = '#0b0f19';
/** WCAG 2.2, 1.4.3: 4.5, and a little for rounding. */
const MIN_CONTRAST = 4.55;

export function brandColors(color: string): BrandColors {
  // White is what people expect on a colour. One of the two is always readable, but for a few mid tones: those are darkened.
  const fill = contrastOf(INK, color) >= MIN_CONTRAST ? color : darkened(color, WHITE);
  const isDark = contrastOf(WHITE, fill) >= MIN_CONTRAST;
  return {
    fill,
    onFill: isDark ? WHITE : INK,
    // Away from the text: the contrast grows.
    fillHover: mixed(fill, isDark ? '#000000' : WHITE, 0.14),
    accent: darkened(color, LIGHT_GROUND),
    accentInDark: lightened(color, DARK_GROUND),
  };
}

/** The first letter or digit of a name, for the mark. */
export const initialOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toUpperCase();

const darkened = (color: string, ground: string) => towards('#000000', color, ground);
const lightened = (color: string, ground: string) => towards(WHITE, color, ground);

/** The least mixture of the colour with `end` that is readable on `ground`. */
function towards(end: string, color: string, ground: string): string {
  for (let percent = 0; percent < 100; percent += 2) {
    const mixture = mixed(color, end, percent / 100);
    if (contrastOf(mixture, ground) >= MIN_CONTRAST) return mixture;
  }
  return end;
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(color: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixture = channelsOf(color).map((value, n) => Math.round(value + ((others[n] ?? 0) - value) * share));
  return `#${mixture.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
