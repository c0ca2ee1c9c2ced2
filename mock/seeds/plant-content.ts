import {localDay} from '../store/access/local-time.ts';
import {FILE_HOST} from '../store/content/file-source.ts';
import type {ConversionState, Issue} from '../store/content/issue.ts';
import {deferConversion} from '../store/content/switches.ts';
import {createIssue} from '../store/content/write-issue.ts';
import type {Plot, Timed} from './plot.ts';
import type {ContentSeed} from './seed.ts';
import {WrongValue, type Path} from '../wrong-value.ts';

/** Uploads content as the API does; the clock converts its file. @throws WrongValue */
export function plantContent(
  plot: Plot,
  store: string,
  {thing, path, at}: Timed<ContentSeed>,
): void {
  const {created_at: _created, conversion_status: wanted, publication_date: day, ...body} = thing;
  const isPhysical = body.type === 'physical';
  if (isPhysical && wanted !== undefined)
    throw new WrongValue(
      [...path, 'conversion_status'],
      'physical content is not converted',
      'leave it out',
    );
  const zone = String(plot.world.freedom('store.timezone'));
  const date =
    day === undefined ? localDay(at, zone) : plot.day(day, [...path, 'publication_date']);
  plot.at(at);
  const {extension = 'epub'} = body;
  const file = {extension, file_url: fileUrl(wanted, thing.external_id, extension)};
  const whole = {...(!isPhysical && file), ...body, publication_date: date};
  const {changes = []} = plot.perform(store, createIssue, {body: whole}, path);
  const key = changes.map((change) => ('put' in change ? change.put.key : '')).find(Boolean) ?? '';
  if (wanted === 'deferred') plot.perform(store, deferConversion, {body: {issue: key}}, path);
  if (wanted !== undefined) settle(plot, key, wanted, path);
  plot.at(plot.now);
}

/** A file that is converted with the wanted result. */
const fileUrl = (wanted: ConversionState | undefined, id: string, extension: string): string =>
  wanted === 'failed'
    ? `https://${FILE_HOST}/broken.${extension}`
    : `https://files.example/${encodeURIComponent(id)}.${extension}`;

/** The conversion as the seed wants it, whatever the time since the upload. */
function settle(plot: Plot, key: string, state: ConversionState, path: Path): void {
  const issue = plot.world.table('issues').get(key) as Issue | undefined;
  if (!issue?.conversion)
    throw new WrongValue(path, 'it has no conversion', 'leave `conversion_status` out');
  const outcome = state === 'failed' ? 'failed' : 'done';
  plot.put('issues', {...issue, conversion: {...issue.conversion, state, outcome}} as Issue);
}
