import { toApi, toPage } from '#contract/paths.ts'
import type { Scenes } from '#test/screens/scene.ts'
import { fill, first, opens, press, shows } from '#test/screens/scene.ts'
import type { Stage } from '#test/screens/stage.ts'

const bar = ({ bar: { id } }: Stage) => toPage.bar(id)

export const tableEntry: Scenes = {
  'table-entry': { title: 'Table entry', sample: true, play: opens(bar) },
  'table-entry-long': { title: 'Table entry, a long name', bar: 'long', play: opens(bar) },
  'table-entry-pictures': {
    title: 'Table entry with pictures',
    bar: 'pictured',
    play: opens(bar),
  },
  'table-entry-closed': { title: 'Table entry of a closed bar', bar: 'closed', play: opens(bar) },
  'table-entry-empty': {
    title: 'Table entry, nothing typed',
    play: opens(bar, press('Entrar na Mesa')),
  },
  'table-entry-busy': {
    title: 'Table entry, on the way in',
    play: opens(
      bar,
      first(fill('Número da mesa', 'VARANDA'), press('Entrar na Mesa'), shows('Mesa conectada!')),
    ),
  },
  'table-entry-unknown': {
    title: 'An unknown bar',
    sample: true,
    play: opens(toPage.bar('ZZZZZZ'), shows('Digitar outro ID')),
  },
  'table-entry-failed': {
    title: 'A bar that cannot be asked for',
    play: first(
      (stage) => stage.refuse(toApi.bar('ZZZZZZ'), 'internal'),
      opens(toPage.bar('ZZZZZZ'), shows('Tentar de novo')),
    ),
  },
}
