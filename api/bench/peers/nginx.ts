import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nginxProgram, runNginx } from '../../tests/nginx.ts'

const address = { host: '127.0.0.1', port: 4398 }

/** Debian's nginx with one worker, serving a folder of precompressed files. Undefined if it is not installed. */
export async function startNginx(scratch: string, staticFolder: string) {
  if (!existsSync(nginxProgram)) return undefined
  const folder = join(scratch, 'nginx')
  await mkdir(folder)
  const nginx = await runNginx({
    folder,
    address,
    main: `worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}`,
    http: `
      sendfile on; tcp_nopush on; keepalive_requests 1000000;
      open_file_cache max=1000; open_file_cache_valid 60s; gzip_static on; default_type text/html;
      server {
        listen ${address.host}:${address.port}; root ${staticFolder};
        location / { try_files $uri $uri.html =404; }
      }`,
  })
  return { base: `http://${address.host}:${address.port}`, ...nginx }
}
