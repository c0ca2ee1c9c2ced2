/** The members of a reading session that count something (Store, Resources / Reading session). */
export const READING_COUNTERS = [
  'seconds_reading',
  'page_changes',
  'page_views',
  'printed_pages',
  'notes',
  'highlights',
  'bookmarks',
  'resolved_captchas',
] as const;
