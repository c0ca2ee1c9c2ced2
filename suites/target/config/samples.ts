import {basename} from 'node:path';
import {readEach} from '../../../spec/read-all.ts';
import {readPlainFile, whyUnread} from '../../../spec/read-file.ts';
import type {ConfigDocument, SampleSection} from './schema.ts';
import type {ConfigSource} from './source.ts';

/** Bytes of a sample's file: it is held in memory, and sent as one request. */
const MAX_BYTES = 1_000_000_000;

/**
 * Reads the section `samples`: values that only the deployment's owner knows. A sample that names a
 * file gets its bytes.
 * @throws UsageError for a file that cannot be read
 */
export function readSamples(
  source: ConfigSource,
  {samples}: ConfigDocument,
): Record<string, unknown> {
  const readers = Object.entries(samples ?? {}).map(([name, sample]): [string, () => unknown] => [
    name,
    () => readSample(source, name, sample),
  ]);
  return withDefaults(readEach(Object.fromEntries(readers)));
}

/** The samples with those that others stand for: an unmetered tool may be one that replaces nothing. */
function withDefaults(samples: Record<string, unknown>): Record<string, unknown> {
  const {unmetered_tool: unmetered, replacing_tool, other_replacing_tool} = samples;
  const replaces = [replacing_tool, other_replacing_tool].includes(unmetered);
  return unmetered === undefined || replaces
    ? samples
    : {non_replacing_tool: unmetered, ...samples};
}

function readSample(source: ConfigSource, name: string, sample: SampleSection): unknown {
  if (typeof sample !== 'object' || sample.file === undefined) return sample;
  const path = source.pathOf(sample.file);
  try {
    const bytes = new Uint8Array(readPlainFile(path, MAX_BYTES));
    return {filename: basename(path), ...sample, bytes, size_bytes: bytes.length};
  } catch (error) {
    throw source.mistakeOnLine(
      `/samples/${name}`,
      `the sample's file ${path} cannot be read (${whyUnread(error)})`,
    );
  }
}
