import {sampleFile} from '../objects/sample-files.ts';
import type {WorkspaceRow} from '../workspace/access/rows.ts';
import {newPublication} from '../workspace/publications/new-publication.ts';
import type {PublicationRow} from '../workspace/publications/rows.ts';
import {mirrorRow} from '../workspace/reader/rows.ts';
import {startRun} from '../workspace/runs/start-run.ts';
import {FORMATS, formatNamed, formatOf, titleOf} from '../workspace/uploads/formats.ts';
import type {Plot, Timed} from './plot.ts';
import type {PublicationSeed, RunSeed} from './seed.ts';
import {slug} from './slug.ts';
import {WrongValue, type Path} from '../wrong-value.ts';

/** Adds a publication with its file, its mirrors and its runs. @throws WrongValue */
export async function plantPublication(
  plot: Plot,
  workspace: string,
  {thing: seed, path, at}: Timed<PublicationSeed>,
): Promise<void> {
  const filename = seed.filename ?? `${slug(seed.title ?? '', 'book')}.epub`;
  const extension = formatOf(filename);
  if (extension === undefined)
    throw new WrongValue(
      [...path, 'filename'],
      `\`${filename}\` has no format of the document`,
      `end it in ${Object.keys(FORMATS)
        .map((each) => `.${each}`)
        .join(', ')}`,
    );
  const {world} = plot;
  const title = seed.title ?? titleOf(filename);
  const bytes = seed.file === 'none' ? undefined : sampleFile(extension, title);
  plot.at(at);
  const {type, contentType} = formatNamed(extension);
  const maker = {newId: (kind: string) => world.ids.id(kind), newSeq: () => world.newSeq()};
  const {publication, file} = newPublication(maker, {
    tenant: workspace,
    type,
    filename,
    title,
    size: bytes?.length ?? null,
    at,
  });
  if (bytes && file) {
    await plot.file(file.object, bytes, contentType);
    plot.put('files', file);
  }
  plot.put('publications', publication);
  for (const mirror of seed.mirrors ?? [])
    plot.put('mirrors', mirrorRow(publication, mirror, world.newSeq()));
  for (const [n, run] of (seed.runs ?? []).entries())
    plantRun(plot, publication, run, [...path, 'runs', n]);
  await plot.rest();
}

/** Starts a run as the API does. It goes on as the clock of the plot moves on. */
function plantRun(plot: Plot, publication: PublicationRow, seed: RunSeed, path: Path): void {
  const {key, tenant, createdAt} = publication;
  const at = plot.instant(seed.started_at, [...path, 'started_at'], createdAt);
  if (at < createdAt)
    throw new WrongValue(
      [...path, 'started_at'],
      'the run starts before its publication is created',
      'give a later time',
    );
  plot.at(at);
  const workspace = plot.world.table('workspaces').get(tenant) as WorkspaceRow;
  plot.put('workspaces', {...workspace, endings: seed.ends ? [seed.ends] : []} as WorkspaceRow);
  const input = {path: {publication: key}, body: {tool: seed.tool}};
  plot.perform(tenant, startRun, input, path);
  plot.at(plot.now);
}
