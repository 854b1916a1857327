import type { FirstAnswers } from './first-answers.ts'
import type { Figures } from './load.ts'
import type { MeasuredRow, Row } from './rows.ts'

export type Answers = Array<{ row: Row; measured: MeasuredRow }>
export type Firsts = Array<{ name: string; of: Record<string, FirstAnswers> }>
export type Measured = {
  answers: Answers
  firsts: Firsts
  searches: Record<string, Figures>
  posts: Record<string, Figures>
}

/** Requests per second and 99th percentile of the latency. Empty if not measured. */
function toCell(figures: Figures | undefined): string {
  if (!figures) return ''
  const failed = figures.failed > 0 ? `, ${figures.failed} failed` : ''
  return `${Math.round(figures.rate).toLocaleString('en')}/s, ${figures.p99.toFixed(1)} ms${failed}`
}

const toRatio = (one: Figures, other: Figures) => (one.rate / other.rate).toFixed(2)

function printTable(head: string[], rows: string[][]): void {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  console.log(`\n${lines.join('\n')}`)
}

/** One row per path: requests per second and 99th percentile of the latency. */
export function printAnswers(answers: Answers): void {
  printTable(
    ['cached answers', 'ours', 'vs bare', 'vs bare, brotli', 'Express + Drizzle', 'Fastify + pg', 'nginx'],
    answers.map(({ row, measured }) => [
      row.name,
      toCell(measured.ours),
      toRatio(measured.ours, measured.plain),
      toRatio(measured.oursBrotli, measured.brotli),
      toCell(measured.express),
      toCell(measured.fastify),
      toCell(measured.nginx),
    ]),
  )
}

export function printFirstAnswers(firsts: Firsts): void {
  const toTimes = (times?: FirstAnswers) =>
    times &&
    `${times.p50.toFixed(1)}, ${times.p99.toFixed(1)} ms${times.stale > 0 ? `, ${times.stale} stale` : ''}`
  printTable(
    [
      'first request after a change (median, p99)',
      'ours',
      'ours, brotli',
      'Express + Drizzle',
      'Fastify + pg',
    ],
    firsts.map(({ name, of }) => [
      name,
      ...['ours', 'oursBrotli', 'express', 'fastify'].map((server) => toTimes(of[server]) ?? ''),
    ]),
  )
}

export function printOthers(searches: Record<string, Figures>, posts: Record<string, Figures>): void {
  printTable(
    ['searches', 'ours'],
    Object.entries(searches).map(([name, figures]) => [name, toCell(figures)]),
  )
  printTable(
    ['posts', 'ours', 'Express + Drizzle', 'Fastify + pg', 'the bare insert', 'without HTTP'],
    [['posts', ...['ours', 'express', 'fastify', 'bare', 'client'].map((server) => toCell(posts[server]))]],
  )
}

/** One line per target: whether it was reached, and the measured value. */
export function describeTargets({ answers, firsts, searches, posts }: Measured): string {
  const targets: Array<[name: string, holds: boolean, measured: string]> = []
  for (const [index, { row, measured }] of answers.entries()) {
    const { ours, plain, oursBrotli, brotli, nginx, express, fastify } = measured
    const least = index === 0 ? 0.65 : 0.5
    const [ratio, ratioBrotli] = [ours.rate / plain.rate, oursBrotli.rate / brotli.rate]
    const worse = Math.min(ratio, ratioBrotli)
    targets.push([
      `${row.name}: at least ${least} of the bare server's rate`,
      worse >= least,
      `${ratio.toFixed(2)}, brotli ${ratioBrotli.toFixed(2)}`,
    ])
    if (nginx)
      targets.push([
        `${row.name}: at least 0.9 of nginx's rate`,
        ours.rate >= 0.9 * nginx.rate,
        toRatio(ours, nginx),
      ])
    const peers = [express, fastify].filter((peer) => peer !== undefined)
    if (peers.length === 0) continue
    const best = Math.min(...peers.map(({ p99 }) => p99))
    targets.push([
      `${row.name}: p99 below the peers'`,
      ours.p99 < best,
      `${ours.p99.toFixed(1)} and ${best.toFixed(1)} ms`,
    ])
  }
  for (const { name, of } of firsts) {
    const [ours, fastify] = [of['ours'], of['fastify']]
    if (!ours || !fastify) continue
    const both = `${ours.p50.toFixed(1)} and ${fastify.p50.toFixed(1)} ms`
    targets.push([`${name}, first after a change: not slower than Fastify`, ours.p50 <= fastify.p50, both])
    if (ours.stale > 0) targets.push([`${name}: never stale`, false, `${ours.stale} stale`])
  }
  for (const [name, { rate, p99, failed }] of Object.entries(searches)) {
    const said = `${rate.toFixed(0)}/s, ${p99.toFixed(0)} ms${failed ? `, ${failed} failed` : ''}`
    targets.push([`${name}: 500/s, p99 below 100 ms`, rate >= 500 && p99 < 100 && failed === 0, said])
  }
  const { ours, fastify, bare } = posts
  for (const [name, peer] of Object.entries({
    "Fastify's rate": fastify,
    'the rate of the bare insert': bare,
  }))
    if (ours && peer)
      targets.push([
        `posts, with the spam filter: at least 0.7 of ${name}`,
        ours.rate >= 0.7 * peer.rate && ours.failed === 0,
        `${toRatio(ours, peer)}${ours.failed ? `, ${ours.failed} failed` : ''}`,
      ])
  const lines = targets.map(([name, holds, measured]) => `${holds ? '✔' : '✘'} ${name}: ${measured}`)
  return `\nTargets\n\n${lines.join('\n')}`
}
