import type {Json} from './http.ts';
import {catalogShown, furtherNumber} from './variants/catalog.ts';
import type {World} from './world.ts';

/** A publishing tool. `makes`: what a run leaves behind. */
export type Tool = {
  slug: string;
  label: string;
  family: string;
  about: string;
  metered: boolean;
  makes: 'nothing' | 'replacement' | 'copy';
  shown: 'yes' | 'held-back' | 'excluded';
};

function tool(
  slug: string,
  label: string,
  family: string,
  about: string,
  metered: boolean,
  makes: Tool['makes'],
  shown: Tool['shown'] = 'yes',
): Tool {
  return {slug, label, family, about, metered, makes, shown};
}

const TOOLS: readonly Tool[] = [
  tool(
    'structure-check',
    'Structure check',
    'validation',
    'Checks the package against the format rules.',
    true,
    'nothing',
  ),
  tool(
    'a11y-audit',
    'Accessibility audit',
    'accessibility',
    'Reports barriers for readers who use assistive technology.',
    true,
    'nothing',
  ),
  tool(
    'metadata-extract',
    'Metadata extraction',
    'metadata',
    'Reads title, contributors and subjects out of the file.',
    false,
    'nothing',
  ),
  tool(
    'metadata-enrich',
    'Metadata enrichment',
    'metadata',
    'Writes missing metadata into the working file.',
    true,
    'replacement',
  ),
  tool(
    'epub-rebuild',
    'EPUB rebuild',
    'conversion',
    'Rebuilds the package as a clean EPUB 3.',
    true,
    'replacement',
  ),
  tool(
    'plain-copy',
    'Plain copy',
    'copies',
    'Makes a plain-text copy beside the working file.',
    true,
    'copy',
  ),
  tool(
    'voice-draft',
    'Voice draft',
    'copies',
    'Reads a chapter aloud with a synthetic voice.',
    true,
    'copy',
    'held-back',
  ),
  tool(
    'bulk-reflow',
    'Bulk reflow',
    'conversion',
    'Reflows a whole backlist.',
    true,
    'replacement',
    'excluded',
  ),
];

/** The tools that the API shows (the faults add some). */
function shownTools(w: World): Tool[] {
  return TOOLS.filter(
    (one) =>
      one.shown === 'yes' ||
      (one.shown === 'held-back' && w.faults.has('tools-held-back-listed')) ||
      (one.shown === 'excluded' && w.faults.has('tools-excluded-listed')),
  );
}

/** A tool of a long catalog: it is as one of the others. */
function furtherTool(w: World, slug: string): Tool | undefined {
  const listed = TOOLS.filter((one) => one.shown === 'yes');
  const like = listed[furtherNumber(w, slug) % listed.length];
  return like === undefined ? undefined : {...like, slug};
}

/** The tool that a start names, if it may be started. */
export function findTool(w: World, slug: string): Tool | undefined {
  let wanted = slug;
  if (w.faults.has('tool-slug-case')) wanted = wanted.toLowerCase();
  if (w.faults.has('tool-slug-trimmed')) wanted = wanted.trim();
  const found = TOOLS.find((one) => one.slug === wanted) ?? furtherTool(w, wanted);
  if (found === undefined) return w.faults.has('tool-unknown-started') ? TOOLS[0] : undefined;
  if (found.shown === 'held-back' && w.faults.has('tool-held-back-started')) return found;
  if (found.shown === 'excluded' && w.faults.has('tool-excluded-started')) return found;
  return found.shown === 'yes' ? found : undefined;
}

/** The row of a tool in the catalog. */
function toolRow(w: World, one: Tool, mcp: boolean): Json {
  const row: Json = {slug: one.slug, label: one.label, family: one.family, about: one.about};
  const traits: Json = {
    metered: one.metered,
    replaces_working_file: one.makes === 'replacement',
  };
  const f = w.faults;
  if (f.has('tools-slug-as-code')) {
    row['code'] = one.slug;
    delete row['slug'];
  }
  if (f.has('tools-slug-underscored')) row['slug'] = one.slug.replaceAll('-', '_');
  if (f.has('tools-no-label')) delete row['label'];
  if (f.has('tools-no-family')) delete row['family'];
  if (f.has('tools-no-about')) delete row['about'];
  if (f.has('tools-about-missing-when-unmetered') && !one.metered) delete row['about'];
  if (f.has('tools-no-metered')) delete traits['metered'];
  if (f.has('tools-metered-inverted-on-mcp') && mcp) traits['metered'] = !one.metered;
  if (f.has('tools-replaces-as-text')) {
    traits['replaces_working_file'] = one.makes === 'replacement' ? 'yes' : 'no';
  }
  if (f.has('tools-copy-said-to-replace') && one.makes === 'copy') {
    traits['replaces_working_file'] = true;
  }
  row['traits'] = traits;
  return row;
}

/** The rows of the tools that are held back, for the mistakes that show them. */
export function heldBackRows(w: World): Json[] {
  return TOOLS.filter((one) => one.shown === 'held-back').map((one) => toolRow(w, one, false));
}

/** The body of listTools. */
export function catalog(w: World, mcp: boolean): Json {
  const hidden = (one: Tool): boolean =>
    (one.makes === 'copy' && w.faults.has('tools-without-copies')) ||
    (mcp && !one.metered && w.faults.has('mcp-tools-metered-only'));
  const shown = shownTools(w).filter((one) => !hidden(one));
  const rows = shown.map((one) => toolRow(w, one, mcp));
  if (mcp && w.faults.has('mcp-catalog-held-back')) {
    for (const one of TOOLS) {
      if (one.shown === 'held-back') rows.push(toolRow(w, one, mcp));
    }
  }
  if (w.faults.has('tools-doubled-slug') && rows[0] !== undefined) rows.push(rows[0]);
  return catalogShown(w, rows);
}
