export interface Column<Row> {
  readonly title: string;
  /** Longer text goes on in the next line. */
  readonly width: number;
  readonly cell: (row: Row) => string;
}

/** Rows under a head, wrapped to the width of their columns, for a terminal without colours. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const rule = columns.map(({ width }) => "-".repeat(width)).join("  ");
  const head = renderRow(
    columns,
    columns.map(({ title }) => title),
  );
  const body = rows.map((row) =>
    renderRow(
      columns,
      columns.map(({ cell }) => cell(row)),
    ),
  );
  return [head, rule, body.join(`\n`), rule].join("\n");
}

function renderRow<Row>(columns: readonly Column<Row>[], cells: readonly string[]): string {
  const wrapped = columns.map(({ width }, at) => wrap(cells[at] ?? "", width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map(({ width }, at) => (wrapped[at]?.[line] ?? "").padEnd(width))
      .join("  ")
      .trimEnd(),
  ).join("\n");
}

/** Breaks after spaces and hyphens; a single longer word is cut. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.match(/[^\s-]+-?|-|\s+/g) ?? []) {
    if ((line + piece).trimEnd().length > width && line !== "") {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
    while (line.length > width && line.trimEnd().length > width) {
      lines.push(line.slice(0, width));
      line = line.slice(width);
    }
  }
  return [...lines, line.trimEnd()];
}
