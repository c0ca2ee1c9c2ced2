import {choicesAt, openProfile, type Profile} from '../../../spec/profile.ts';
import {readProfile} from '../../../spec/read-profile.ts';
import type {Contract} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import {isRead, readChoicesText} from '../../open-choices.ts';
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
  const read = readProfile(value, contract, file, at, points);
  judgePaths(read, withoutPrefix(document[api]?.base_url ?? '', contract.prefix), at);
  judgeChoices(read, ofMock, contract, points, at);
  return read;
}

/**
 * @throws UsageError for a template that repeats the path of the base address, which comes before
 * it anyway
 */
function judgePaths({paths}: Profile, base: string, lineOf: (pointer: string) => string): void {
  const {pathname} = new URL(base);
  if (pathname === '/') return;
  for (const [operation, choice] of Object.entries(paths)) {
    if (!('template' in choice) || !choice.template.startsWith(`${pathname}/`)) continue;
    const rest = choice.template.slice(pathname.length);
    throw new UsageError(
      `${lineOf(`/paths/${operation}`)}: paths.${operation}: the template repeats the path of ` +
        `base_url (${pathname}), which comes before it anyway; write {template: '${rest}'}`,
    );
  }
}

/**
 * @param ofMock the mock's own profile: who begins with a copy of it need not remove its lines
 * @throws UsageError for a choice that nothing reads: its author expects an effect of it
 */
function judgeChoices(
  profile: Profile,
  ofMock: Profile,
  contract: Contract,
  points: string[],
  lineOf: (pointer: string) => string,
): void {
  for (const [point, line] of Object.entries(profile.choices)) {
    if (line === ofMock.choices[point]) continue;
    const unread = choicesAt(profile.choices, point).find((one) => !isRead(point, one, contract));
    if (unread !== undefined && !isRead(point, line, contract))
      throw new UsageError(
        `${lineOf(`/choices/${point}`)}: choices.${point}: nothing reads \`${unread}\`, ` +
          `so remove it; the choices that are read are ${readChoicesText(contract, points)}`,
      );
  }
}
