import {openProfile, type Profile} from '../../../spec/profile.ts';
import {readProfile} from '../../../spec/read-profile.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import {readYaml} from '../yaml-file.ts';
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
  {contract, openPoints}: Specification,
): Profile {
  const profile = document[api]?.profile;
  if (profile === undefined) return openProfile();
  const points = openPoints.map(({id}) => id);
  if (typeof profile === 'string') {
    const {value, at} = readYaml(source.pathOf(profile));
    return readProfile(value, contract, profile, at, points);
  }
  const lineOf = (pointer: string): string => source.lineOf(`/${api}/profile${pointer}`);
  return readProfile(profile, contract, source.file, lineOf, points);
}
