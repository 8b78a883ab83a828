import type en from '../en/history';

export default {
  'history': 'Storico',
  'history.lead': 'Dalla più recente. Un clic mostra ogni carta, decisione e pagamento.',
  'history.yours': 'Le tue mani',
  'history.none': 'Non hai ancora giocato una mano.',
  'history.end': 'Questa era la prima.',
  'history.more': 'Mani precedenti',
  'history.csv': 'Esporta in CSV',
  'history.json': 'Esporta in JSON',
  'history.staked': 'puntati {amount}',
  'history.gc': 'con fiche d’oro',
  'history.void': 'annullata',
  'history.open': 'in corso',
  'history.corrects': 'corretta',
  'history.today': 'Oggi',
  'history.yesterday': 'Ieri',
  'history.rounds': 'una mano|{n} mani',
  'history.find': 'Mano dal codice',
  'history.go': 'Mostra',
} as const satisfies Record<keyof typeof en, string>;
