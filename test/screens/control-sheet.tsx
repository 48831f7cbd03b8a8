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

/** Controls by their state. */
type Cells = Record<string, ReactNode>

/** States that a browser itself gives to a control; `scenes/controls.ts` forces them. */
const FORCED = ['hover', 'focus', 'pressed']

const each = <T extends string>(states: readonly T[], draw: (state: T) => ReactNode): Cells =>
  Object.fromEntries(states.map((state) => [state, draw(state)]))

/** The control at rest, under a pointer, and with the keyboard's focus. */
const reached = (control: ReactNode): Cells => each(['rest', 'hover', 'focus'], () => control)
/** Adds the control under a finger. */
const touched = (control: ReactNode): Cells => ({ ...reached(control), pressed: control })

const OPTIONS = [
  { value: 'all', label: 'Todos' },
  { value: 'men', label: 'Homens' },
]
const nothing = () => undefined

const button = (look: object) => <Button {...look}>Conversar</Button>
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

const BUTTONS = ['primary', 'secondary', 'quiet', 'danger'].map((variant): [string, Cells] => [
  `Button, ${variant}`,
  {
    ...touched(button({ variant })),
    disabled: button({ variant, disabled: true }),
    refusing: button({ variant, 'aria-disabled': true }),
    busy: button({ variant, busy: true, busyLabel: 'Enviando...' }),
  },
])

const TONE_NAMES = Array.from({ length: TONES }, (_, tone) => `tone ${tone}`)

const ROWS: Record<string, Cells> = {
  ...Object.fromEntries(BUTTONS),
  'Button, large and with an icon': {
    large: <Button size="lg">Acessar Bar</Button>,
    'with an icon': (
      <Button variant="secondary" icon={photo}>
        Adicionar Foto
      </Button>
    ),
    'icon alone': icon({}),
    hover: icon({ variant: 'quiet' }),
    disabled: icon({ disabled: true }),
    busy: icon({ busy: true }),
  },
  ButtonLink: touched(<ButtonLink to="/">Voltar ao início</ButtonLink>),
  Link: touched(
    <Link to="/" className="text-link underline underline-offset-3">
      Termos de uso
    </Link>,
  ),
  TextField: {
    ...reached(field({})),
    'filled, with a hint': field({ defaultValue: 'Helena', hint: 'Até 40 letras.' }),
    disabled: field({ disabled: true }),
    'read-only': field({ readOnly: true, defaultValue: 'Helena' }),
    invalid: field({ error: 'Nome obrigatório' }),
    'with an icon': field({ label: 'Buscar', prefix: <Icon of={Search} className="size-5" /> }),
  },
  TextArea: {
    ...reached(area({})),
    disabled: area({ disabled: true }),
    invalid: area({ error: 'Mensagem longa demais', defaultValue: 'Tá bom!' }),
  },
  SelectField: {
    ...reached(select({})),
    disabled: select({ disabled: true }),
    invalid: select({ error: 'Escolha um.' }),
  },
  RadioGroup: { ...touched(radios({})), disabled: radios({ disabled: true }) },
  Switch: {
    ...touched(flip(true)),
    off: flip(false),
    disabled: flip(true, { disabled: true }),
    'off, disabled': flip(false, { disabled: true }),
  },
  Slider: reached(
    <Slider
      label="Zoom"
      min={1}
      max={4}
      step={0.05}
      value={2}
      valueText="200%"
      onChange={nothing}
    />,
  ),
  Collapsible: touched(
    <Collapsible title="Bares" badge={<Badge>4 bares</Badge>} isOpen={false} onToggle={nothing}>
      {null}
    </Collapsible>,
  ),
  Badge: each(['neutral', 'online', 'glass'], (tone) => <Badge tone={tone}>12</Badge>),
  Avatar: {
    ...each(['Online', 'Offline'], (label) => (
      <Avatar src={null} initial="H" presence={{ online: label === 'Online', label }} />
    )),
    ...each(TONE_NAMES, (name) => {
      const tone = TONE_NAMES.indexOf(name)
      return <Avatar src={null} initial="H" tone={tone} size={tone < 4 ? 'lg' : 'md'} />
    }),
  },
  Banner: each(['info', 'danger'], (tone) => (
    <Banner tone={tone} title="Sua visita terminou">
      Crie um novo perfil.
    </Banner>
  )),
  Toast: each(['default', 'success', 'destructive'], (tone) => (
    <ToastCard
      toast={{
        id: 0,
        tone,
        title: 'Perfil criado!',
        hint: undefined,
        lang: undefined,
        description: 'Seu perfil foi criado com sucesso',
      }}
    />
  )),
  Skeleton: { 'on its way': <Skeleton /> },
}

function Sheet() {
  return (
    <main style={{ ...COLUMN, padding: '1.25rem', gap: '1rem' }}>
      <h1 className="font-display font-semibold text-2xl">Controls</h1>
      {Object.entries(ROWS).map(([name, cells]) => (
        <Card as="section" key={name} aria-label={name}>
          <h2 className="font-semibold text-sm text-ink-soft">{name}</h2>
          <div style={GRID}>
            {Object.entries(cells).map(([state, control]) => (
              <div key={state} style={{ ...COLUMN, gap: '0.25rem', alignContent: 'start' }}>
                <p className="text-ink-soft text-xs">{state}</p>
                <div {...(FORCED.includes(state) && { 'data-forced': state })}>{control}</div>
              </div>
            ))}
          </div>
        </Card>
      ))}
    </main>
  )
}
/** Never grows beyond its container, even with wider content. */
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
