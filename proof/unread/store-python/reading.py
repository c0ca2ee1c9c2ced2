"""Reading sessions."""
import datetime as dt
import re
from types import SimpleNamespace as Thing

from basics import COUNTERS, PLAN_REASONS, REASON_TYPES, ZONE, Checker, Refusal, day_of, iso, pack, parse_day, sealed, unpack

READING_PAGE = 25


class Reading:
    def show_reading(self, store, r):
        issue, user = store.issues[r.issue], store.users.get(r.user)
        row = {
            'uuid': r.uuid, 'reason_value': r.reason_value, 'reason_type': r.reason_type,
            'access_mode': r.access_mode, 'device_os': r.device_os, 'client_type': r.client_type,
            'issue_external_id': issue.external_id, 'issue_id': issue.id,
            'user_id': user and user.id, 'user_name': user and user.name, 'user_email': user and user.email,
            'user_external_id': user and user.external_id, 'started_at': iso(r.started, 'milliseconds'),
            'processed_at': iso(r.processed, 'milliseconds'), 'last_heartbeat_at': iso(r.heartbeat, 'milliseconds'),
            'issue_title': issue.name,
        }
        row.update(r.counters)
        return row

    def reading_filters(self, rq):
        """What a list is about; a filter that makes no sense alone is refused."""
        q, c, f = rq.query, Checker({}), {}
        for name in ('issue_id', 'user_id', 'reason_value'):
            if name in q:
                if re.fullmatch(r'[0-9]{1,15}', q[name]):
                    f[name] = int(q[name])
                else:
                    c.fail(name, f'{name} is no whole number.')
        if 'reason_type' in q:
            if q['reason_type'] in REASON_TYPES:
                f['reason_type'] = q['reason_type']
            else:
                c.fail('reason_type', 'reason_type is none of the fourteen.')
        elif 'reason_value' in q:
            c.fail('reason_value', 'reason_value needs reason_type.')
        for name, other in (('from_date', 'to_date'), ('to_date', 'from_date')):
            if name not in q:
                continue
            if not parse_day(q[name]):
                c.fail(name, f'{name} is no day of the form YYYY-MM-DD.')
            elif other not in q:
                c.fail(other, f'{other} belongs to {name}.')
            f[name] = q[name]
        c.done()
        return f

    def reading_fits(self, r, f):
        return (f.get('issue_id', r.issue) == r.issue and f.get('user_id', r.user) == r.user
                and f.get('reason_type', r.reason_type) == r.reason_type
                and f.get('reason_value', r.reason_value) == r.reason_value
                and f.get('from_date', '') <= day_of(r.started) <= f.get('to_date', '9'))

    def op_listReadingSessions(self, rq):
        if not rq.store.consumption_on:
            raise Refusal(403, 'Reading sessions are not part of what this store has booked.')
        f = self.reading_filters(rq)
        key = [rq.store.tenant, sorted(f.items())]
        key = [key[0], [list(x) for x in key[1]]]
        rows = [r for r in rq.store.readings.values() if self.reading_fits(r, f)]
        rows.sort(key=lambda r: (r.started, r.seq), reverse=True)
        page, mark = 1, None
        if rq.seal is False:
            raise Refusal(422, 'This link to a page is not one of ours.', {'cursor': ['Follow the links as they are.']})
        if 'cursor' in rq.query:
            mark = unpack(rq.query['cursor'])
            if not isinstance(mark, list) or mark[:2] != ['rs', key]:
                raise Refusal(422, 'The cursor is not of this list.', {'cursor': ['It does not belong to this list.']})
            _, _, way, edge, page = mark
            edge = tuple(edge)
            if way == '>':
                begin = next((i for i, r in enumerate(rows) if (r.started, r.seq) < edge), len(rows))
            else:
                end = next((i for i, r in enumerate(rows) if (r.started, r.seq) <= edge), len(rows))
                begin = max(0, end - READING_PAGE)
        else:
            begin = 0
        shown = rows[begin:begin + READING_PAGE]
        before = self.reading_cursor(key, '<', shown[0], page - 1) if shown and begin > 0 else None
        after = (self.reading_cursor(key, '>', shown[-1], page + 1)
                 if shown and begin + READING_PAGE < len(rows) else None)
        here = rq.base + rq.path
        link = lambda cursor: cursor and sealed(here, [*f.items(), ('cursor', cursor)])
        return 200, {
            'path': here, 'per_page': READING_PAGE, 'current_page': page, 'prev_cursor': before,
            'prev_page_url': link(before), 'next_cursor': after, 'next_page_url': link(after),
            'data': [self.show_reading(rq.store, r) for r in shown], 'CODE': 'success',
        }

    def reading_cursor(self, key, way, r, page):
        return pack(['rs', key, way, [r.started, r.seq], page])

    # -- what readers do (hooks) --------------------------------------------------------------------------------
    def record_reading(self, store, a):
        now = self.clock.now()
        issue = self.any_issue(store, a['issue'])
        user = self.any_user(store, a['user']) if a.get('user') is not None else None
        mode = a.get('access_mode') or 'online'
        started = now - 3600 if mode == 'offline' else now
        if a.get('started_at'):
            at = dt.datetime.fromisoformat(a['started_at'])
            started = (at if at.tzinfo else at.replace(tzinfo=ZONE)).timestamp()
        counters = {name: int(a.get(name) or 0) for name in COUNTERS}
        r = Thing(issue=issue.id, user=user and user.id, client_type=a.get('client_type') or 'browser',
                  device_os=a.get('device_os') or 'Linux', access_mode=mode,
                  reason_type=a.get('reason_type') or 'free_access', reason_value=None if a.get('reason_value') is None else int(a['reason_value']),
                  started=started, processed=now if mode == 'offline' else started,
                  heartbeat=started + counters['seconds_reading'], counters=counters, seq=self.world.next_seq())
        return self.keep_reading(store, r)

    def keep_reading(self, store, r):
        at = int(r.started * 1000)
        while True:
            r.uuid = f'{store.tenant}.{r.issue}.{r.user or "g"}.{at}'
            if r.uuid not in store.readings:
                break
            at += 1
        store.readings[r.uuid] = r
        return r

    def continue_reading(self, store, a):
        r = store.readings[a['uuid']]
        for name in COUNTERS:
            r.counters[name] += int(a.get(name) or 0)
        r.heartbeat = max(r.heartbeat, self.clock.now())

    def generate_reading(self, store, a):
        first = dt.datetime.fromisoformat(a['from']).replace(tzinfo=ZONE).timestamp()
        end = dt.datetime.fromisoformat(a['to']).replace(tzinfo=ZONE).timestamp() + 86400
        n = int(a['sessions'])
        issues = self.issues_of(store)
        users = [u for u in store.users.values() if u.deleted is None]
        plan = next((p.id for p in self.plans_of(store)), None)
        for i in range(n):
            reason = REASON_TYPES[i % len(REASON_TYPES)]
            user = None if i % 5 == 4 else users[i % len(users)].id
            started = round(first + (end - first) * (i + 0.5) / n, 3)
            self.keep_reading(store, Thing(
                issue=issues[i % len(issues)].id, user=user, client_type=('app', 'browser')[i % 2],
                device_os=('iOS', 'Android', 'Windows', 'Mac', 'Linux', 'Unknown')[i % 6], access_mode='online',
                reason_type=reason, reason_value=plan if reason in PLAN_REASONS else None, started=started,
                processed=started, heartbeat=started + 60, seq=self.world.next_seq(),
                counters={name: (i * 7 + k) % 9 for k, name in enumerate(COUNTERS)}))
