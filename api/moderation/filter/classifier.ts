import { setImmediate as pause } from 'node:timers/promises'
import { featureCount } from './features.ts'

/** `weight`: how much the example counts; one of the corpus counts 1. */
export type Example = { features: Int32Array; isSpam: boolean; weight: number }

/** Logistic regression on sparse features that are 0 or 1. */
export type Classifier = { weights: Float32Array; bias: number }

const epochs = 10
const rate = 0.5
const penalty = 3e-4
const [adjustEpochs, adjustRate] = [12, 0.4]
/** A shorter post counts as one with this many features, so that a few words decide little. */
const shortest = 60

/** Log-odds that the post is spam: 0 for as likely as not, and about 0 for words that nothing was learned about. */
export function score({ weights, bias }: Classifier, features: Int32Array): number {
  let sum = 0
  for (const feature of features) sum += weights[feature] ?? 0
  return bias + sum * scaleOf(features)
}

/**
 * Learns from nothing, with AdaGrad (Duchi et al., 2011). The same examples always give the same classifier. Pauses often,
 * so that a server can answer requests in between.
 */
export async function train(examples: Example[]): Promise<Classifier> {
  const classifier = { weights: new Float32Array(featureCount), bias: 0 }
  const { weights } = classifier
  const squares = new Float32Array(featureCount).fill(1e-8)
  let biasSquares = 1e-8
  for await (const example of shuffled(examples, epochs)) {
    const error = findError(classifier, example)
    const step = error * scaleOf(example.features)
    for (const feature of example.features) {
      const old = weights[feature] as number
      const gradient = step + penalty * old
      const square = (squares[feature] as number) + gradient * gradient
      squares[feature] = square
      weights[feature] = old - (rate * gradient) / Math.sqrt(square)
    }
    biasSquares += error * error
    classifier.bias -= (0.1 * rate * error) / Math.sqrt(biasSquares)
  }
  return classifier
}

/**
 * Continues the training with plain gradient descent: there, the weight of an example bounds how much it changes
 * (AdaGrad takes equal steps for small weights). The bias stays: how often the team decides on spam says nothing about a post.
 */
export async function adjust({ weights, bias }: Classifier, examples: Example[]): Promise<Classifier> {
  const adjusted = { weights: weights.slice(), bias }
  for await (const example of shuffled(examples, adjustEpochs)) {
    const step = adjustRate * findError(adjusted, example) * scaleOf(example.features)
    for (const feature of example.features)
      adjusted.weights[feature] = (adjusted.weights[feature] as number) - step
  }
  return adjusted
}

function findError(classifier: Classifier, { features, isSpam, weight }: Example): number {
  return weight * (1 / (1 + Math.exp(-score(classifier, features))) - (isSpam ? 1 : 0))
}

function scaleOf({ length }: Int32Array): number {
  return 1 / Math.sqrt(Math.max(shortest, length))
}

/** So many examples take about 2 ms. */
const slice = 100

/** All examples in another order for each epoch, by a linear congruential generator. */
async function* shuffled(examples: Example[], times: number) {
  const order = [...examples]
  let state = 1
  for (let epoch = 0; epoch < times; epoch += 1) {
    for (let last = order.length - 1; last > 0; last -= 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      const other = state % (last + 1)
      ;[order[last], order[other]] = [order[other] as Example, order[last] as Example]
    }
    for (const [index, example] of order.entries()) {
      if (index % slice === 0) await pause()
      yield example
    }
  }
}
