import {ITEM_SHAPES_D} from './shapes-d.ts';
import {ITEM_SHAPES_E2} from './shapes-e2.ts';
import {rewritten, type Shapes, without} from './types.ts';

/** How content is miswritten in lists and reads. */
export const ITEM_SHAPES: Shapes = {
  ...ITEM_SHAPES_D,
  ...ITEM_SHAPES_E2,
  'item-cover-path-missing': without('cover_image_path'),
  'item-share-url-missing': without('share_url'),
  'item-session-limit-missing': without('current_session_limit'),
  'item-license-as-text': rewritten('license', () => 'retail'),
  'item-ti-withdrawn-missing': without('ti_withdrawn'),
  'item-ti-stamps-missing': (view) => {
    delete view.ti_created_at;
    delete view.ti_updated_at;
  },
  'item-isbn-as-number': rewritten('external_id', (text) =>
    /^\d{9,}$/.test(String(text)) ? Number(text) : text,
  ),
};
