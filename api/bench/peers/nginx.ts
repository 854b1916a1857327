import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const program = '/usr/sbin/nginx'
const port = 4398

/** Debian's nginx with one worker, serving a folder of precompressed files. Undefined if it is not installed. */
export async function startNginx(scratch: string, staticFolder: string) {
  if (!existsSync(program)) return undefined
  const folder = join(scratch, 'nginx')
  await mkdir(folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const configuration = `
    daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
      open_file_cache max=1000; open_file_cache_valid 60s; gzip_static on; default_type text/html;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      server { listen 127.0.0.1:${port}; root ${staticFolder}; location / { try_files $uri $uri.html =404; } }
    }
  `
  await writeFile(join(folder, 'nginx.conf'), configuration)
  const child = spawn(
    program,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    {
      stdio: 'inherit',
    },
  )
  const base = `http://127.0.0.1:${port}`
  while (!(await fetch(base).catch(() => undefined)) && child.exitCode === null) await sleep(50)
  return {
    base,
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGQUIT')
      await exited
    },
  }
}
