import type {Guard} from '../../guarded.ts';
import {refuse, type Input, type Refused, type View} from '../../operation.ts';
import type {StoreRow, TokenRow} from '../access/rows.ts';

const storeOf = (view: View): StoreRow | undefined => view.find<StoreRow>('stores', view.tenant);

/** Writing requires the content feature of the store (Errors, 403). */
export const contentIsOn: Guard<unknown> = {
  situation: 'feature-off',
  judge: (_subject, view) => (storeOf(view)?.content_off ? featureOff() : undefined),
};

/** Whether reading requires it as well is open (NS-ST-96). */
export const readingIsOn: Guard<unknown> = {
  situation: 'feature-off',
  judge: (_subject, view) =>
    storeOf(view)?.content_off && view.freedom('content.reads_while_off') === 'forbidden'
      ? featureOff()
      : undefined,
};

const featureOff = (): Refused =>
  refuse('feature-off', {
    expected: 'a store that has the content feature',
    got: 'one where it is switched off',
    todo: 'switch it on: the hook `switch-content`',
  });

/** Writing requires a token whose admin may manage content (Content, Rules: 403). */
export const mayManage: Guard<unknown> = {
  situation: 'not-permitted',
  judge: (_subject, view, {by}: Input) =>
    view.find<TokenRow>('tokens', by)?.no_content
      ? refuse('not-permitted', {
          expected: 'a token whose admin may manage content',
          got: 'one whose admin may not',
          todo: 'use the token of another admin',
        })
      : undefined,
};

/** "Selling physical books requires enablement by the service operator" (Content, Physical content). */
export function physicalOff(view: View): Refused | undefined {
  if (!storeOf(view)?.physical_off) return undefined;
  return refuse('physical-off', {
    expected: 'a store that may sell physical books',
    got: 'one that may not',
    todo: 'let it: the hook `switch-physical`',
  });
}
