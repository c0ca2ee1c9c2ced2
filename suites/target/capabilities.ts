import {choicesAt} from '../../spec/profile.ts';
import type {ControlVerb} from '../../spec/control.ts';
import {HOUR_MS, MINUTE_MS} from '../../spec/durations.ts';
import {FEATURES, type Feature} from '../../spec/features.ts';
import {SAMPLES} from '../../spec/samples.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import type {Config} from './config.ts';
import type {Capability, Spending} from './target.ts';

/** What a deployment offers: its configuration, and what a run may do to it. */
export interface Offer {
  config: Config;
  spend: ReadonlySet<Spending>;
  /** Every address of the deployment is on this machine. */
  loopback: boolean;
}

/** Kinds of capabilities: what stands before the colon in `role:admin`. */
type Kind = Capability extends `${infer K}:${string}` ? K : never;

/** What to supply for a control verb, in words. */
export const hookToGive = (verb: string): string => `give a hook for \`${verb}\` (hooks.${verb})`;

/**
 * For each kind of capability: what to supply when the deployment does not offer it.
 * @param name what stands behind the colon
 */
const MISSING: Record<Kind, (name: string, offer: Offer) => string | undefined> = {
  api: (name, {config}) =>
    config.bases[name as Api] ? undefined : `name the deployment's \`${name}.base_url\``,
  interface: (_name, {config}) => absentFeature(config, ({isMcp}) => isMcp === true),
  role: (name, {config}) =>
    config.credentials[name as Role]
      ? undefined
      : (absentRole(name, config) ??
        `give a credential for the role \`${name}\` (credentials.${name})`),
  control: (name, {config}) => (config.hooks[name as ControlVerb] ? undefined : hookToGive(name)),
  sample: (name, {config}) =>
    name in config.samples ? undefined : `give ${sampleInWords(name)} (samples.${name})`,
  spend: (name, {spend}) =>
    spend.has(name as Spending)
      ? undefined
      : `allow \`${name}\` in \`spend\` (this check ${EFFECT[name as Spending]})`,
  'unique-ids': (name, {config, loopback}) =>
    loopback || config.uniqueIds.includes(name as Api)
      ? undefined
      : `set \`${name}.unique_ids: true\` if no two stores give the same id: ` +
        "without that the check might change somebody's user",
  path: (name, {config}) => {
    const [api, operation = '', point = '', parameters] = name.split('.') as [Api, ...string[]];
    const {paths, choices} = config.profiles[api];
    return operation in paths || point in choices
      ? undefined
      : `name the path of ${operation}: \`paths.${operation}: {template: '/path/${parameters}'}\` ` +
          `in the ${api} profile`;
  },
  served: (name, {config}) => {
    const [api, operation = '', ...absent] = name.split('.') as [Api, ...string[]];
    const {choices} = config.profiles[api];
    const said = absent
      .map((one) => one.split('='))
      .find(([point = '', choice = '']) => choicesAt(choices, point).includes(choice));
    return (
      said &&
      `the deployment does not have ${operation}; the profile says so (choices.${said.join(': ')})`
    );
  },
  time: (name, {config}) => {
    if (config.hooks.advance || Number(name) <= config.maxWait * 1000) return undefined;
    return Number(name) > LONGEST_REAL_WAIT_MS
      ? hookToGive('advance')
      : `${longerWait(Number(name))}, or ${hookToGive('advance')}`;
  },
  wait: (name, {config}) =>
    Number(name) <= config.maxWait * 1000 ? undefined : longerWait(Number(name)),
};

/** The longest wait, in milliseconds, for which somebody might raise `max_wait`. */
const LONGEST_REAL_WAIT_MS = 2 * HOUR_MS;

/** What to supply for a wait in real time: whole minutes, so that waits of about the same length are one entry. */
const longerWait = (ms: number): string =>
  `raise \`max_wait\` to ${(Math.ceil(ms / MINUTE_MS) * MINUTE_MS) / 1000} seconds`;

/** A sample with the beginning of its description: `the sample \`unknown_plan\`, id of no plan`. */
function sampleInWords(name: string): string {
  const [is = ''] = SAMPLES[name]?.is.split(';') ?? [];
  return `the sample \`${name}\`, ${is}`;
}

const EFFECT: Record<Spending, string> = {
  reads: 'reads',
  adds: 'adds resources that stay',
  changes: 'changes what it made',
  exhausts: 'uses up a minute window or an allowance',
};

/** Why the deployment has nobody of a role: only a feature that it lacks has such credentials. */
const absentRole = (role: string, config: Config): string | undefined =>
  absentFeature(config, ({roles = []}) => roles.includes(role as Role));

/** The sentence about a feature that the configuration declares absent. */
function absentFeature(
  {absentFeatures = []}: Config,
  isMeant: (feature: Feature) => boolean,
): string | undefined {
  const isOne = ([name, feature]: [string, Feature]): boolean =>
    absentFeatures.includes(name) && isMeant(feature);
  const [name, feature] = Object.entries(FEATURES).find(isOne) ?? [];
  return feature && `the deployment does not have ${feature.name} (features.${name}: absent)`;
}

/** @returns why a deployment cannot have a capability; undefined when it has it, or may have it */
export function absenceOf(capability: Capability, offer: Offer): string | undefined {
  if (capability.startsWith('served:') || capability === 'interface:mcp')
    return missingFor(capability, offer);
  const [kind, name = ''] = capability.split(':');
  return kind === 'role' ? absentRole(name, offer.config) : undefined;
}

/** @returns what to supply so that a deployment offers the capability; undefined when it does */
export function missingFor(capability: Capability, offer: Offer): string | undefined {
  const colon = capability.indexOf(':');
  return MISSING[capability.slice(0, colon) as Kind](capability.slice(colon + 1), offer);
}
