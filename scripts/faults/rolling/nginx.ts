import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/db/embedded'

/** nginx as Debian has it, in front of nodes at these addresses. */
export type Nginx = { readonly url: string; stop(): Promise<void> }

export async function openNginx(parent: string, nodes: readonly string[]): Promise<Nginx> {
  const folder = join(parent, 'nginx')
  await mkdir(folder)
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration({ folder, port, nodes }))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  child.on('error', () => console.error('nginx could not be started: apt-get install nginx'))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(url).catch(() => null)); tries++) {
    if (tries === 50 || child.exitCode !== null || child.pid === undefined) throw new Error('nginx does not answer')
    await sleep(100)
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGQUIT')
      const late = setTimeout(() => child.kill('SIGTERM'), 2_000)
      await once(child, 'exit')
      clearTimeout(late)
    },
  }
}

type Site = { readonly folder: string; readonly port: number; readonly nodes: readonly string[] }

/**
 * A node that refuses a connection is passed over, which harms nobody. A request that was sent and not answered may have been
 * done, so it is sent to another node only where doing it twice does nothing: reading, and whatever has an idempotency key.
 * Connections that wait for more are given up by nginx before a node that stops closes them.
 */
function configuration({ folder, port, nodes }: Site): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 8192; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  keepalive_requests 10000000;
  map $http_idempotency_key $has_key { default 1; "" 0; }
  upstream nodes {
    ${nodes.map((node) => `server ${new URL(node).host} fail_timeout=1s;`).join('\n    ')}
    keepalive 128;
    keepalive_timeout 2s;
    keepalive_requests 10000000;
  }
  proxy_http_version 1.1;
  proxy_set_header connection "";
  proxy_set_header host $http_host;
  server {
    listen 127.0.0.1:${port};
    location / {
      error_page 418 = @keyed;
      if ($has_key) { return 418; }
      proxy_pass http://nodes;
    }
    location @keyed {
      proxy_next_upstream error timeout non_idempotent;
      proxy_pass http://nodes;
    }
    location = /api/v1/events {
      proxy_buffering off;
      proxy_read_timeout 60s;
      proxy_pass http://nodes;
    }
  }
}
`
}
