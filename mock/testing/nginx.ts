import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Whether there is an nginx. */
export const HAS_NGINX = spawnSync('nginx', ['-v']).status === 0;

/** Why tests with nginx are skipped. */
export const NO_NGINX = 'skipped where there is no nginx: install nginx-light';

/** An nginx in front of one port: over TLS, on another port, and below the path `/mock`. */
export interface Nginx {
  tls: string;
  other: string;
  below: string;
  /** The certificate of `tls`, which signs itself. */
  certificate: string;
  close(): Promise<void>;
}

/** A port that is free now. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const {port} = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const PROXY = `
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_pass_header Date;`;

const configuration = (to: string, tls: number, other: number, below: number): string => `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr notice;
events {}
http {
  access_log off;
  client_max_body_size 0;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${tls} ssl;
    ssl_certificate certificate.pem;
    ssl_certificate_key key.pem;
    location / { proxy_pass ${to};${PROXY}
    }
  }
  server {
    listen 127.0.0.1:${other};
    location / { proxy_pass ${to};${PROXY}
    }
  }
  server {
    listen 127.0.0.1:${below};
    location /mock/ { proxy_pass ${to}/;${PROXY}
      proxy_set_header X-Forwarded-Prefix /mock;
    }
    location ~ ^(/\\.well-known/oauth-[a-z-]+)/mock(/.*)?$ { proxy_pass ${to}$1$2;${PROXY}
      proxy_set_header X-Forwarded-Prefix /mock;
    }
  }
}
`;

const CERTIFY =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost ' +
  '-addext subjectAltName=DNS:localhost -keyout key.pem -out certificate.pem';

/**
 * Starts an nginx.
 * @param to scheme, host and port of the server behind it
 */
export async function startNginx(to: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-nginx-'));
  const [tls, other, below] = [await freePort(), await freePort(), await freePort()];
  execFileSync('openssl', CERTIFY.split(' '), {cwd: folder, stdio: 'ignore'});
  writeFileSync(join(folder, 'nginx.conf'), configuration(to, tls, other, below));
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr']);
  const ended = new Promise<void>((resolve) => nginx.once('close', () => resolve()));
  let log = '';
  await new Promise<void>((resolve, reject) => {
    nginx.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (/using the "\w+" event method/.test(log)) resolve();
    });
    nginx.once('close', () => reject(new Error(`nginx ended: ${log}`)));
  });
  return {
    tls: `https://localhost:${tls}`,
    other: `http://127.0.0.1:${other}`,
    below: `http://127.0.0.1:${below}/mock`,
    certificate: readFileSync(join(folder, 'certificate.pem'), 'utf8'),
    async close() {
      nginx.kill();
      await ended;
      rmSync(folder, {recursive: true});
    },
  };
}
