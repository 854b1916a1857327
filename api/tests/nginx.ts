import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepListening } from './listening.ts'

export const nginxProgram = '/usr/sbin/nginx'

type Nginx = {
  /** For its files. */
  folder: string
  /** Where it listens. */
  address: { host: string; port: number }
  /** Lines of its `http` block, and those outside of it. */
  http: string
  main?: string
}

/** Debian's nginx in the foreground, from when it listens until it is disposed. */
export async function runNginx({ folder, address, http, main = '' }: Nginx): Promise<AsyncDisposable> {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx-${name};`,
  )
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; ${main}
    events { worker_connections 1024; }
    http { access_log off; ${paths.join(' ')}
${http}
    }`,
  )
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'nginx.log')]
  return keepListening(spawn(nginxProgram, args, { stdio: 'inherit' }), address)
}
