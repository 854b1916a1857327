import { openPublisher } from '../publishing/publisher.ts'

// A process of its own for tests that kill it: publishes again and again. Its argument has what the publisher takes.
const publisher = await openPublisher({ ...JSON.parse(process.argv[2] ?? ''), log: () => {} })
process.send?.('open')
for (;;) {
  const outcome = await publisher.publish()
  if (outcome.state === 'failed') throw outcome.error
}
