import {choicesAt, type Profile} from '../../../spec/profile.ts';
import {choicesOfAbsent, FEATURES} from '../../../spec/features.ts';
import {readAll} from '../../../spec/read-all.ts';
import type {Api} from '../../../spec/rule.ts';
import type {ConfigDocument} from './schema.ts';
import type {ConfigSource} from './source.ts';

/** The names of the features that a document declares absent. */
const declaredAbsent = ({features}: ConfigDocument): string[] => Object.keys(features ?? {});

/**
 * Judges the section `features`.
 * @throws UsageError for a feature of an API that the file does not describe, or with a credential that only a
 *   deployment with the feature has
 */
export const judgeFeatures = (source: ConfigSource, document: ConfigDocument): void =>
  void readAll(declaredAbsent(document).map((name) => () => judgeFeature(name, source, document)));

function judgeFeature(name: string, source: ConfigSource, document: ConfigDocument): void {
  const {api, roles = []} = FEATURES[name] ?? {};
  const pointer = `/features/${name}`;
  if (api && !document[api])
    throw source.mistake(pointer, `belongs to the ${api} API, which the file does not describe`);
  const given = roles.find((role) => document.credentials[role]);
  if (given)
    throw source.mistake(
      pointer,
      `is absent, and credentials.${given} is there: remove one of the two`,
    );
}

/**
 * A profile with the choices that the absence of features means.
 * @throws UsageError for a choice of the profile that says otherwise
 */
export function withAbsentFeatures(
  profile: Profile,
  api: Api,
  source: ConfigSource,
  document: ConfigDocument,
): Profile {
  const choices = choicesOfAbsent(declaredAbsent(document), api);
  for (const [point, choice] of Object.entries(choices))
    if (point in profile.choices && profile.choices[point] !== choice)
      throw source.mistake(
        '/features',
        `means choices.${point}: ${choice}, and the ${api} profile says ${profile.choices[point]}: remove one of the two`,
      );
  return {...profile, choices: {...profile.choices, ...choices}};
}

/** The features that a document declares absent, and those that the profiles say to be. */
export function absentIn(
  document: ConfigDocument,
  profiles: Readonly<Record<Api, Profile>>,
): string[] {
  const isChosen = ([, {api, choices}]: [string, (typeof FEATURES)[string]]): boolean =>
    choices !== undefined &&
    Object.keys(choices).every((point) =>
      choicesAt(choices, point).every((one) =>
        choicesAt(profiles[api].choices, point).includes(one),
      ),
    );
  const chosen = Object.entries(FEATURES)
    .filter(isChosen)
    .map(([name]) => name);
  return [...new Set([...declaredAbsent(document), ...chosen])];
}
