import type {Freedoms} from '../../chapter.ts';

/** What the document leaves open about uploads and registrations. */
export const freedoms: Freedoms = {
  'registration.repetition': {
    values: ['refused', 'same', 'created'],
    meaning:
      'A second registration of an upload: `refused`, 200 with the same publication (`same`), or 201 with it (`created`).',
    open: ['NS-WS-34'],
  },
  'registration.order': {
    values: ['request_first', 'reservation_first'],
    meaning:
      'Which checks of a registration come first: those of key and format (`request_first`) or the comparison with the reservation (`reservation_first`).',
    open: ['NS-WS-32'],
  },
  'registration.size': {
    values: ['as_reserved', 'as_stored'],
    meaning:
      'Whether a registration of another size than the reserved one is refused (`as_reserved`), or accepted if exactly so many bytes are stored (`as_stored`).',
    open: ['NS-WS-07'],
  },
  'reservation.expires': {
    values: [false, true],
    meaning: 'Whether a reservation ends with its link, unless the file was uploaded.',
    open: ['NS-WS-35'],
  },
  'storage.size_judged': {
    values: ['at_registration', 'at_upload'],
    meaning:
      'When a wrong size is refused: `at_registration`, or `at_upload`, where the link is signed with the declared size and storage refuses any other.',
    open: ['NS-WS-36'],
  },
  'storage.put_once': {
    values: [false, true],
    meaning: 'Whether storage refuses a second PUT with the same key.',
    open: ['NS-WS-36'],
  },
  'allowance.unlimited': {
    values: [false, true],
    meaning: 'Whether workspaces have no publication limit until the control plane sets one.',
    open: ['NS-WS-53'],
  },
};
