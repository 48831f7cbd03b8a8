import Camera from 'lucide:camera'
import Search from 'lucide:search'
import SendHorizontal from 'lucide:send-horizontal'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Navigator } from 'react-router'
import { Router } from 'react-router'
import { TONES } from '#contract/face.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ToastCard } from '#web/ui/toast/toast-card.tsx'

/** States that a browser gives to a control by itself; `scenes/controls.ts` forces them. */
export type ForcedState = 'hover' | 'focus' | 'pressed'

interface Cell {
  state: string
  forced?: ForcedState
  control: ReactNode
}

interface Row {
  name: string
  cells: Cell[]
}

const FORCED: ForcedState[] = ['hover', 'focus', 'pressed']

/** As it lies there, and as a pointer, the keyboard and a finger find it. */
const touched = (control: ReactNode): Cell[] => [
  { state: 'rest', control },
  ...FORCED.map((forced) => ({ state: forced, forced, control })),
]

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const
const OPTIONS = [
  { value: 'all', label: 'Todos' },
  { value: 'men', label: 'Homens' },
]
const nothing = () => undefined

const BUTTONS: Row[] = VARIANTS.map((variant) => ({
  name: `Button, ${variant}`,
  cells: [
    ...touched(<Button variant={variant}>Conversar</Button>),
    {
      state: 'disabled',
      control: (
        <Button variant={variant} disabled>
          Conversar
        </Button>
      ),
    },
    {
      state: 'refusing',
      control: (
        <Button variant={variant} aria-disabled>
          Conversar
        </Button>
      ),
    },
    {
      state: 'busy',
      control: (
        <Button variant={variant} busy busyLabel="Enviando...">
          Conversar
        </Button>
      ),
    },
  ],
}))

const icon = (look: object) => (
  <Button size="icon" aria-label="Enviar" {...look}>
    <Icon of={SendHorizontal} />
  </Button>
)
const photo = <Icon of={Camera} className="size-5" />

const field = (look: object) => (
  <TextField label="Nome ou Apelido" placeholder="Ex.: Bia" {...look} />
)
const area = (look: object) => <TextArea label="Mensagem" {...look} />
const select = (look: object) => <SelectField label="Estado" options={OPTIONS} {...look} />
const radios = (look: object) => (
  <RadioGroup legend="Interesse" options={OPTIONS} value="all" onChange={nothing} {...look} />
)
const flip = (checked: boolean, look: object = {}) => (
  <Switch label="Mostrar meu interesse" checked={checked} onChange={nothing} {...look} />
)

const ROWS: Row[] = [
  ...BUTTONS,
  {
    name: 'Button, large and with an icon',
    cells: [
      { state: 'large', control: <Button size="lg">Acessar Bar</Button> },
      {
        state: 'with an icon',
        control: (
          <Button variant="secondary" icon={photo}>
            Adicionar Foto
          </Button>
        ),
      },
      { state: 'icon alone', control: icon({}) },
      { state: 'hover', forced: 'hover', control: icon({ variant: 'quiet' }) },
      { state: 'disabled', control: icon({ disabled: true }) },
      { state: 'busy', control: icon({ busy: true }) },
    ],
  },
  { name: 'ButtonLink', cells: touched(<ButtonLink to="/">Voltar ao início</ButtonLink>) },
  {
    name: 'Link',
    cells: touched(
      <Link to="/" className="text-link underline underline-offset-3">
        Termos de uso
      </Link>,
    ),
  },
  {
    name: 'TextField',
    cells: [
      ...touched(field({})).filter(({ forced }) => forced !== 'pressed'),
      {
        state: 'filled, with a hint',
        control: field({ defaultValue: 'Helena', hint: 'Até 40 letras.' }),
      },
      { state: 'disabled', control: field({ disabled: true }) },
      { state: 'read-only', control: field({ readOnly: true, defaultValue: 'Helena' }) },
      { state: 'invalid', control: field({ error: 'Nome obrigatório' }) },
      {
        state: 'with an icon',
        control: field({ label: 'Buscar', prefix: <Icon of={Search} className="size-5" /> }),
      },
    ],
  },
  {
    name: 'TextArea',
    cells: [
      ...touched(area({})).filter(({ forced }) => forced !== 'pressed'),
      { state: 'disabled', control: area({ disabled: true }) },
      {
        state: 'invalid',
        control: area({ error: 'Mensagem longa demais', defaultValue: 'Tá bom!' }),
      },
    ],
  },
  {
    name: 'SelectField',
    cells: [
      ...touched(select({})).filter(({ forced }) => forced !== 'pressed'),
      { state: 'disabled', control: select({ disabled: true }) },
      { state: 'invalid', control: select({ error: 'Escolha um.' }) },
    ],
  },
  {
    name: 'RadioGroup',
    cells: [...touched(radios({})), { state: 'disabled', control: radios({ disabled: true }) }],
  },
  {
    name: 'Switch',
    cells: [
      ...touched(flip(true)),
      { state: 'off', control: flip(false) },
      { state: 'disabled', control: flip(true, { disabled: true }) },
      { state: 'off, disabled', control: flip(false, { disabled: true }) },
    ],
  },
  {
    name: 'Slider',
    cells: touched(
      <Slider
        label="Zoom"
        min={1}
        max={4}
        step={0.05}
        value={2}
        valueText="200%"
        onChange={nothing}
      />,
    ).filter(({ forced }) => forced !== 'pressed'),
  },
  {
    name: 'Collapsible',
    cells: touched(
      <Collapsible title="Bares" badge={<Badge>4 bares</Badge>} isOpen={false} onToggle={nothing}>
        {null}
      </Collapsible>,
    ),
  },
  {
    name: 'Badge',
    cells: (['neutral', 'online', 'glass'] as const).map((tone) => ({
      state: tone,
      control: <Badge tone={tone}>12</Badge>,
    })),
  },
  {
    name: 'Avatar',
    cells: [
      ...[true, false].map((online) => ({
        state: online ? 'online' : 'offline',
        control: (
          <Avatar
            src={null}
            initial="H"
            presence={{ online, label: online ? 'Online' : 'Offline' }}
          />
        ),
      })),
      ...Array.from({ length: TONES }, (_, tone) => ({
        state: `tone ${tone}`,
        control: <Avatar src={null} initial="H" tone={tone} size={tone < 4 ? 'lg' : 'md'} />,
      })),
    ],
  },
  {
    name: 'Banner',
    cells: (['info', 'danger'] as const).map((tone) => ({
      state: tone,
      control: (
        <Banner tone={tone} title="Sua visita terminou">
          Crie um novo perfil.
        </Banner>
      ),
    })),
  },
  {
    name: 'Toast',
    cells: (['default', 'success', 'destructive'] as const).map((tone, id) => ({
      state: tone,
      control: (
        <ToastCard
          toast={{
            id,
            tone,
            title: 'Perfil criado!',
            description: 'Seu perfil foi criado com sucesso',
            hint: undefined,
            lang: undefined,
          }}
          dismissLabel="Dispensar aviso"
        />
      ),
    })),
  },
  { name: 'Skeleton', cells: [{ state: 'on its way', control: <Skeleton /> }] },
]

function Sheet() {
  return (
    <main style={{ ...COLUMN, padding: '1.25rem', gap: '1rem' }}>
      <h1 className="font-display font-semibold text-2xl">Controls</h1>
      {ROWS.map(({ name, cells }) => (
        <Card as="section" key={name} aria-label={name}>
          <h2 className="font-semibold text-sm text-ink-soft">{name}</h2>
          <div style={GRID}>
            {cells.map(({ state, forced, control }) => (
              <div key={state} style={{ ...COLUMN, gap: '0.25rem', alignContent: 'start' }}>
                <p className="text-ink-soft text-xs">{state}</p>
                <div {...(forced && { 'data-forced': forced })}>{control}</div>
              </div>
            ))}
          </div>
        </Card>
      ))}
    </main>
  )
}
/** Never wider than its place, however wide what stands in it would be. */
const COLUMN = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }
const GRID = {
  display: 'grid',
  gap: '1rem',
  paddingTop: '0.75rem',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 11rem), 1fr))',
}

const NOWHERE: Navigator = { createHref: String, go: nothing, push: nothing, replace: nothing }

/** The sheet as HTML, to be laid over the app's own styles. */
export function drawSheet(): string {
  return renderToStaticMarkup(
    <Router location="/" navigator={NOWHERE} static>
      <Sheet />
    </Router>,
  )
}
