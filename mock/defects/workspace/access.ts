import type {Defect} from '../../defect.ts';
import {keyBeforeBody} from './access/key-before-body.ts';
import {keys} from './access/keys.ts';
import {messages} from './access/messages.ts';
import {namedWorkspace} from './access/named-workspace.ts';
import {resolvedKeys} from './access/resolved-keys.ts';
import {tenancy} from './access/tenancy.ts';

/** Defects of the rules of `workspace/access`. */
export const access: Defect[] = [
  ...keys,
  ...keyBeforeBody,
  ...tenancy,
  ...messages,
  ...resolvedKeys,
  ...namedWorkspace,
];
