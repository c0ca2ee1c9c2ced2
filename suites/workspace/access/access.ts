import type {Chapter} from '../../language/chapter.ts';
import {abilityFirst} from './ability-first.ts';
import {abilitiesInStates} from './abilities-in-states.ts';
import {askedTogetherChecks} from '../asked-together.ts';
import {envelopes} from './envelopes.ts';
import {keyBeforeBody} from './key-before-body.ts';
import {keys} from './keys.ts';
import {keysThatLeadOut} from './keys-that-lead-out.ts';
import {messages} from './messages.ts';
import {reasons} from './reasons.ts';
import {foreignInStates} from './foreign-in-states.ts';
import {preferringHtml} from './preferring-html.ts';
import {namedWorkspace} from './named-workspace.ts';
import {tenancy} from './tenancy.ts';
import {foreignTellsNothing} from './foreign-tells-nothing.ts';

/** Workspace / access: keys, abilities, tenancy, error envelope. */
export const access: Chapter = {
  chapter: 'workspace/access',
  visits: [],
  provocations: [],
  properties: abilitiesInStates,
  checks: [
    ...keys,
    ...keyBeforeBody,
    ...abilityFirst,
    ...foreignTellsNothing,
    ...tenancy,
    ...namedWorkspace,
    ...foreignInStates,
    ...keysThatLeadOut,
    ...messages,
    ...reasons,
    ...envelopes,
    ...preferringHtml,
    ...askedTogetherChecks,
  ],
};
