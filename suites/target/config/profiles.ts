import {isObject} from '../../../spec/json.ts';
import {readAll} from '../../../spec/read-all.ts';
import {choicesAt, openProfile, type Profile} from '../../../spec/profile.ts';
import {readProfile} from '../../../spec/read-profile.ts';
import type {Contract} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import {isUrl} from '../../../spec/url.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import {isRead, readChoicesText} from '../../language/open-choices.ts';
import {readYaml} from '../yaml-file.ts';
import {withoutPrefix} from './bases.ts';
import type {ConfigDocument} from './schema.ts';
import type {ConfigSource} from './source.ts';

/**
 * Reads the profile of an API: `profile` of its section is the profile, or the path of its file.
 * Without one every open point stays open.
 * @throws UsageError that names file and line of what the profile may not settle
 */
export function readProfileOf(
  api: Api,
  source: ConfigSource,
  document: ConfigDocument,
  {contract, openPoints, profile: ofMock}: Specification,
): Profile {
  const profile = document[api]?.profile;
  if (profile === undefined) return openProfile();
  const points = openPoints.map(({id}) => id);
  const {value, at} =
    typeof profile === 'string'
      ? readYaml(source.pathOf(profile))
      : {value: profile, at: (pointer: string) => source.lineOf(`/${api}/profile${pointer}`)};
  const file = typeof profile === 'string' ? profile : source.file;
  const base = withoutPrefix(document[api]?.base_url ?? '', contract.prefix);
  const judge = <K extends keyof Profile>(section: K, judgeEntry: JudgeEntry<K>) =>
    entriesOf(value, section).map((entry) => () => judgeEntry(...entry));
  const [read] = readAll<Profile | void>([
    () => readProfile(value, contract, file, at, points),
    ...judge('paths', (operation, choice) => judgePath(operation, choice, base, at)),
    ...judge('choices', (point, line) => {
      const unread = points.includes(point) ? unreadChoice(point, line, contract) : undefined;
      if (unread === undefined) return;
      const field = `${at(`/choices/${point}`)}: choices.${point}`;
      if (line !== ofMock.choices[point]) throw nothingReads(field, unread, contract, point);
      source.unread.push(`${field}: nothing reads \`${unread}\`: it changes nothing`);
    }),
  ]);
  return read as Profile;
}

type JudgeEntry<K extends keyof Profile> = (key: string, entry: Profile[K][string]) => void;

/** The entries of a section of a profile that is not judged yet. */
const entriesOf = <K extends keyof Profile>(
  profile: unknown,
  section: K,
): [string, Profile[K][string]][] => {
  const entries = isObject(profile) ? profile[section] : undefined;
  return isObject(entries) ? (Object.entries(entries) as [string, Profile[K][string]][]) : [];
};

/**
 * @throws UsageError for a template that repeats the path of the base address, which comes before
 * it anyway
 */
function judgePath(
  operation: string,
  choice: unknown,
  base: string,
  lineOf: (pointer: string) => string,
): void {
  const template = isObject(choice) ? choice.template : undefined;
  const pathname = isUrl(base) ? new URL(base).pathname : '/';
  if (typeof template !== 'string' || pathname === '/' || !template.startsWith(`${pathname}/`))
    return;
  throw new UsageError(
    `${lineOf(`/paths/${operation}`)}: paths.${operation}: the template repeats the path of ` +
      `base_url (${pathname}), which comes before it anyway; write {template: '${template.slice(pathname.length)}'}`,
  );
}

/** A choice at an open point that nothing reads; undefined if there is none. */
function unreadChoice(point: string, line: unknown, contract: Contract): string | undefined {
  if (isRead(point, line, contract)) return undefined;
  const choices = choicesAt({[point]: line as string}, point);
  return choices.find((one) => !isRead(point, one, contract));
}

/** The mistake of a choice that nothing reads: its author expects an effect of it. */
const nothingReads = (
  field: string,
  unread: string,
  contract: Contract,
  point: string,
): UsageError => {
  const read = readChoicesText(contract, point);
  return new UsageError(
    `${field}: nothing reads \`${unread}\`, so remove it; ` +
      (read === undefined ? 'nor is anything else read there' : `what is read there is ${read}`) +
      '; docs/configuration.md lists all choices that are read',
  );
};
