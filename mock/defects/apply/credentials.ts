import type {NearMiss} from '../../../spec/step.ts';
import type {Defect} from '../../defect.ts';
import type {IssuedCredential} from '../../http/api-interface.ts';
import {ofSeam, type DefectOf} from './select.ts';

/** The credential that a request presented. */
export interface PresentedSecret {
  /** Undefined when the request carries nothing that could be a secret. */
  secret: string | undefined;
  /** HTTP method of the request. */
  method: string;
  /** Id of the operation that it requests; undefined if there is none at its path. */
  operation?: string | undefined;
  /** The valid credential with this secret; undefined when there is none. */
  found: IssuedCredential | undefined;
  /** All credentials of the table. */
  every(): Iterable<IssuedCredential>;
}

/** Authenticates credentials of one table as the defects of the seam `credential` do. */
export class CredentialDefects {
  readonly #defects: DefectOf<'credential'>[];
  /** Credentials that were accepted before, by secret. */
  readonly #accepted = new Map<string, IssuedCredential>();

  constructor(defects: readonly Defect[], table: string) {
    this.#defects = ofSeam(defects, 'credential').filter((defect) => defect.table === table);
  }

  /** The credential in whose name a request is served; undefined when it is refused. */
  credentialOf(presented: PresentedSecret): IssuedCredential | undefined {
    const {secret, method, operation, found} = presented;
    if (secret === undefined) return found;
    let credential = found;
    for (const defect of this.#defects) {
      const {methods = [method], in: operations} = defect;
      const isForOperation =
        !operations || (operation !== undefined && operations.includes(operation));
      if (methods.includes(method) && isForOperation)
        credential = this.#edit(credential, defect, presented, secret);
    }
    return credential;
  }

  #edit(
    credential: IssuedCredential | undefined,
    {edit, where = {}}: DefectOf<'credential'>,
    {every}: PresentedSecret,
    secret: string,
  ): IssuedCredential | undefined {
    if (typeof edit === 'object' && 'like' in edit)
      return credential ?? [...every()].find((one) => isLike(edit.like, secret, one.secret));
    if (edit === 'cached') return this.#remember(secret, credential);
    if (!credential || !hasMembers(credential, where)) return credential;
    return edit === 'refused' ? undefined : {...credential, ...edit.set};
  }

  #remember(secret: string, found: IssuedCredential | undefined): IssuedCredential | undefined {
    const credential = found ?? this.#accepted.get(secret);
    if (credential) this.#accepted.set(secret, credential);
    return credential;
  }
}

const hasMembers = (row: object, members: Record<string, unknown>): boolean =>
  Object.entries(members).every(([name, value]) => row[name as keyof typeof row] === value);

/** Whether a presented secret passes for a real one when they are compared carelessly. */
function isLike(how: NearMiss, shown: string, real: string): boolean {
  // The real secret itself is excluded: it may have been sent where it is not valid, for example in the query.
  if (how === 'other-case') return shown !== real && shown.toLowerCase() === real.toLowerCase();
  if (how === 'longer') return shown !== real && shown.startsWith(real);
  const length = real.length - (how === 'one-shorter' ? 1 : 0);
  return shown.startsWith(real.slice(0, -1)) && shown.length === length;
}
