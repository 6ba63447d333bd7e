import { renderMermaidSVG } from 'beautiful-mermaid';
import { sequenceDiagram } from './sequence-diagram.mjs';

const maxDescription = 400;
let diagrams = 0;

/**
 * Returns a Mermaid diagram as an SVG figure. The figure uses the colours of the page, in light and in dark appearance,
 * and needs no script. Throws when the diagram has an error.
 */
export function diagramFigure(source) {
  const text = source.trim();
  diagrams += 1;
  const svg = text.startsWith('sequenceDiagram') ? sequenceDiagram(text) : graph(text);
  const label = descriptionOf(svg);
  const prefix = `d${diagrams}-`;
  const own = svg
    // Removes the library's style block, which loads a font from a third party. The site's style sheet defines the same
    // variables.
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/ id="([^"]+)"/g, ` id="${prefix}$1"`)
    .replaceAll('url(#', `url(#${prefix}`)
    .replace(/<svg [^>]*>/, (open) => openTag(open, label));
  // Vue compiles the pages of VitePress. `v-pre` makes it leave the diagram unchanged.
  return `<figure class="diagram" tabindex="0" aria-label="Diagram" v-pre>${own.replaceAll('\n', '')}</figure>\n`;
}

function graph(text) {
  return renderMermaidSVG(text, { bg: 'inherit', fg: 'inherit', font: 'inherit', transparent: true, padding: 4 });
}

/** Returns the opening tag with the size at which the diagram stays legible, and with a text for screen readers. */
function openTag(open, label) {
  const [, width = 0, height = 0] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(open) ?? [];
  const [w, h] = [Math.ceil(Number(width)), Math.ceil(Number(height))];
  return `<svg viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" style="min-width:${Math.round(w * 0.7)}px" role="img" aria-label="${label}">`;
}

/** Returns the words of a diagram in the order in which the diagram shows them. */
function descriptionOf(svg) {
  const words = [...svg.matchAll(/<text[^>]*>([\s\S]*?)<\/text>/g)].map(([, inner = '']) =>
    inner
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('"', '&quot;')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  const text = [...new Set(words)].join('; ');
  return text.length > maxDescription ? `${text.slice(0, maxDescription).replace(/[&][^;]*$/, '')}…` : text;
}
