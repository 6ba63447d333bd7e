/** Sizes in pixels. The width of a character is an estimate for the system's fonts at the size of a label. */
const size = {
  character: 6.9,
  line: 17,
  font: 12.5,
  box: 34,
  minGap: 110,
  wrapAt: 34,
  edge: 12,
  row: 20,
  notePad: 10,
  loop: 26,
};

/**
 * Returns a Mermaid sequence diagram as SVG. Supports participants, actors, messages, notes over participants, and the
 * blocks alt, opt, loop and par. Columns are far enough apart for the texts between them. Throws for any other
 * statement.
 */
export function sequenceDiagram(text) {
  const { participants, steps } = parse(text);
  const columns = columnsOf(participants, steps);
  const drawn = { lines: [], frames: [], open: [], y: size.box + size.row };
  for (const step of steps) {
    draw[step.kind](step, columns, drawn);
  }
  const height = drawn.y + 8;
  const width = columns.right;
  const lifelines = columns.list.map(
    ({ x }) =>
      `<line x1="${x}" y1="${size.box}" x2="${x}" y2="${height - 4}" stroke="var(--_line)" stroke-dasharray="3 4"/>`,
  );
  const boxes = columns.list.map(({ x, label, width: wide }) => box(x - wide / 2, 0, wide, size.box, [label], 6));
  return [
    `<svg viewBox="0 0 ${width} ${height}">`,
    '<defs><marker id="head" markerWidth="8" markerHeight="6" refX="8" refY="3" orient="auto-start-reverse">' +
      '<polygon points="0 0, 8 3, 0 6" fill="var(--_arrow)"/></marker></defs>',
    ...drawn.frames,
    ...lifelines,
    ...boxes,
    ...drawn.lines,
    '</svg>',
  ].join('');
}

const statements = [
  [/^(?:participant|actor) (\w+)(?: as (.+))?$/, ([, id, label = id]) => ({ kind: 'participant', id, label })],
  [/^Note over (\w+)(?:, ?(\w+))?: ?(.+)$/, ([, from, to = from, label]) => ({ kind: 'note', from, to, label })],
  [
    /^(\w+) ?(--?>>) ?(\w+): ?(.+)$/,
    ([, from, arrow, to, label]) => ({ kind: 'message', from, to, label, isReply: arrow === '-->>' }),
  ],
  [/^(alt|opt|loop|par)(?: (.+))?$/, ([, name, label = '']) => ({ kind: 'open', label: `${name} ${label}`.trim() })],
  [/^(else|and)(?: (.+))?$/, ([, name, label = name]) => ({ kind: 'divide', label })],
  [/^end$/, () => ({ kind: 'close' })],
];

function parse(text) {
  const [, ...lines] = text.split('\n').map((line) => line.trim());
  const isNumbered = lines.includes('autonumber');
  const participants = new Map();
  const steps = [];
  let messages = 0;
  for (const line of lines.filter((each) => each !== '' && each !== 'autonumber')) {
    const [pattern, read] = statements.find(([each]) => each.test(line)) ?? [];
    if (pattern === undefined) {
      throw new Error(`a sequence diagram has a statement that the site cannot draw: ${line}`);
    }
    const step = read(pattern.exec(line));
    if (step.kind === 'participant') {
      participants.set(step.id, step.label);
      continue;
    }
    for (const id of [step.from, step.to].filter((each) => each !== undefined && !participants.has(each))) {
      participants.set(id, id);
    }
    messages += step.kind === 'message' ? 1 : 0;
    const label = step.kind === 'message' && isNumbered ? `${messages}. ${step.label}` : (step.label ?? '');
    steps.push({ ...step, rows: rowsOf(label) });
  }
  return { participants, steps };
}

/** Returns a text as lines of limited length. */
function rowsOf(label) {
  return label.split(/<br ?\/?>/).flatMap((part) => {
    const rows = [''];
    for (const word of part.trim().split(' ')) {
      const row = rows.at(-1);
      if (row !== '' && row.length + word.length >= size.wrapAt) {
        rows.push(word);
      } else {
        rows[rows.length - 1] = `${row} ${word}`.trim();
      }
    }
    return rows;
  });
}

const widthOf = (rows) => Math.max(...rows.map((row) => row.length)) * size.character;

/** Returns the columns by participant. Columns are far enough apart for every text between them. */
function columnsOf(participants, steps) {
  const ids = [...participants.keys()];
  const widths = ids.map((id) => Math.max(72, widthOf([participants.get(id)]) + 28));
  const gaps = widths.slice(1).map((width, index) => Math.max(size.minGap, (width + widths[index]) / 2 + 24));
  let [left, right] = [widths[0] / 2, widths.at(-1) / 2];
  for (const step of steps.filter(({ from }) => from !== undefined)) {
    const [first, last] = [ids.indexOf(step.from), ids.indexOf(step.to)].toSorted((a, b) => a - b);
    const needed = widthOf(step.rows) + 32;
    if (first < last) {
      const missing = needed - gaps.slice(first, last).reduce((sum, gap) => sum + gap, 0);
      for (let index = first; missing > 0 && index < last; index += 1) {
        gaps[index] += missing / (last - first);
      }
    } else if (step.kind === 'message') {
      if (first < gaps.length) {
        gaps[first] = Math.max(gaps[first], needed + size.loop);
      } else {
        right = Math.max(right, needed + size.loop);
      }
    } else {
      left = first === 0 ? Math.max(left, needed / 2) : left;
      right = first === ids.length - 1 ? Math.max(right, needed / 2) : right;
    }
  }
  let x = left + size.edge;
  const list = ids.map((id, index) => {
    x += index === 0 ? 0 : gaps[index - 1];
    return { id, label: participants.get(id), x: Math.round(x), width: widths[index] };
  });
  return { list, of: (id) => list.find((column) => column.id === id).x, right: Math.round(x + right + size.edge) };
}

/** The functions that draw each kind of step. Each function adds shapes and increases `y` by their height. */
const draw = {
  message: ({ from, to, rows, isReply }, columns, drawn) => {
    const [start, end] = [columns.of(from), columns.of(to)];
    const style = `fill="none" stroke="var(--_arrow)" marker-end="url(#head)"${isReply ? ' stroke-dasharray="5 4"' : ''}`;
    if (start === end) {
      drawn.lines.push(
        texts(rows, start + size.loop + 8, drawn.y + size.line, 'start'),
        `<polyline points="${start},${drawn.y} ${start + size.loop},${drawn.y} ${start + size.loop},${drawn.y + size.loop} ${start + 1},${drawn.y + size.loop}" ${style}/>`,
      );
      drawn.y += Math.max(size.loop, rows.length * size.line) + size.row;
      return;
    }
    drawn.lines.push(texts(rows, (start + end) / 2, drawn.y + 4, 'middle'));
    drawn.y += rows.length * size.line - 4;
    drawn.lines.push(`<line x1="${start}" y1="${drawn.y}" x2="${end}" y2="${drawn.y}" ${style}/>`);
    drawn.y += size.row;
  },
  note: ({ from, to, rows }, columns, drawn) => {
    const [start, end] = [columns.of(from), columns.of(to)];
    const width = Math.max(widthOf(rows) + 2 * size.notePad, Math.abs(end - start) + 40);
    const height = rows.length * size.line + 10;
    drawn.lines.push(box((start + end) / 2 - width / 2, drawn.y - 8, width, height, rows, 2, 'note'));
    drawn.y += height + 6;
  },
  open: ({ rows }, _columns, drawn) => {
    drawn.open.push(drawn.y - 6);
    drawn.lines.push(texts(rows, size.edge, drawn.y + 10, 'start', 'block'));
    drawn.y += size.line + 14;
  },
  divide: ({ rows }, columns, drawn) => {
    drawn.frames.push(
      `<line x1="4" y1="${drawn.y - 6}" x2="${columns.right - 4}" y2="${drawn.y - 6}" stroke="var(--_node-stroke)" stroke-dasharray="6 4"/>`,
    );
    drawn.lines.push(texts(rows, size.edge, drawn.y + 10, 'start', 'block'));
    drawn.y += size.line + 14;
  },
  close: (_step, columns, drawn) => {
    const top = drawn.open.pop() ?? 0;
    drawn.frames.push(
      `<rect x="4" y="${top}" width="${columns.right - 8}" height="${drawn.y - top - 4}" rx="4" fill="var(--_group-fill)" stroke="var(--_node-stroke)"/>`,
    );
    drawn.y += 10;
  },
};

function box(x, y, width, height, rows, radius, name = 'node') {
  const top = y + height / 2 - ((rows.length - 1) * size.line) / 2 + 4;
  return (
    `<rect class="${name}" x="${x}" y="${y + 1}" width="${width}" height="${height - 2}" rx="${radius}" ` +
    `fill="var(--_node-fill)" stroke="var(--_node-stroke)"/>${texts(rows, x + width / 2, top, 'middle', name)}`
  );
}

function texts(rows, x, y, anchor, name = 'label') {
  return rows
    .map(
      (row, index) =>
        `<text class="${name}" x="${x}" y="${y + index * size.line}" text-anchor="${anchor}" font-size="${size.font}" fill="var(--_text)">${escaped(row)}</text>`,
    )
    .join('');
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
