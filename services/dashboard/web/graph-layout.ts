/** A name on the graph with its circle. Lengths are CSS pixels. */
export type GraphNode = {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly labelX: number;
  readonly labelY: number;
  readonly anchor: 'start' | 'middle' | 'end';
};

/** The positions of a graph's circles and names. */
export type GraphLayout = { readonly width: number; readonly height: number; readonly nodes: readonly GraphNode[] };

/** Font size of the names. Smaller text is hard to read. */
export const labelSize = 13;
/** Upper bound of a character's width at the font size `labelSize`, in CSS pixels. */
const charWidth = 7.6;
const lineHeight = 16;
/** Distance from the center of a circle to its name. */
const labelGap = 13;
const padding = labelGap + lineHeight;
const radius = { min: 48, few: 62, many: 116 };
/** Maximum number of names in a small graph, which needs less space. */
const fewNodes = 4;

/** Returns the width, in CSS pixels, that a graph of these names needs at most. */
export function usefulWidth(names: readonly string[]): number {
  return 2 * (wideRadius(names) + sideOf(names));
}

/** Places names on an ellipse. The ellipse uses the available width, and is tall enough that no two names overlap. */
export function layOutGraph(names: readonly string[], availableWidth: number): GraphLayout {
  const width = Math.min(availableWidth, usefulWidth(names));
  const radiusX = Math.max(radius.min, width / 2 - sideOf(names));
  // The second and the third name are beside the topmost one. So they must be at least one line below it.
  const step = (2 * Math.PI) / names.length;
  const radiusY = Math.max(wideRadius(names), lineHeight / Math.max(1 - Math.cos(step), Number.EPSILON));
  const center = { x: width / 2, y: radiusY + padding };
  const nodes = names.map((name, index) => {
    const angle = index * step - Math.PI / 2;
    const side = Math.cos(angle);
    const x = center.x + radiusX * side;
    const y = center.y + radiusY * Math.sin(angle);
    if (Math.abs(side) < 1e-6) {
      const isTop = y < center.y;
      const labelY = y + (isTop ? -labelGap : labelGap + labelSize * 0.75);
      return { name, x, y, labelX: x, labelY, anchor: 'middle' } as const;
    }
    const anchor = side > 0 ? 'start' : 'end';
    return { name, x, y, labelX: x + Math.sign(side) * labelGap, labelY: y + labelSize / 3, anchor } as const;
  });
  // Three nodes leave the lower part of the ellipse empty. So the graph ends below the lowest name, with the same space
  // as above the topmost one.
  const lowest = Math.max(0, ...nodes.map(({ y, labelY }) => Math.max(y, labelY)));
  return { width, height: Math.min(2 * center.y, lowest + padding), nodes };
}

function wideRadius(names: readonly string[]): number {
  return names.length <= fewNodes ? radius.few : radius.many;
}

/** Returns the space that the longest name needs beside a circle. */
function sideOf(names: readonly string[]): number {
  return labelGap + charWidth * Math.max(0, ...names.map(({ length }) => length));
}
