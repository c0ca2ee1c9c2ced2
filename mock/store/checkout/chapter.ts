import type {Chapter} from '../../chapter.ts';

/** The checkout of pending sales (Orders, Create rule 4). */
export const checkout: Chapter = {
  name: 'store/checkout',
  numbers: {'checkout.ttl_seconds': 3600},
  freedoms: {
    /** What the member `checkout` has: `url` and `ttl`, or a `token` with `expires_on` (NS-ST-26). */
    'checkout.form': 'ttl',
  },
};
