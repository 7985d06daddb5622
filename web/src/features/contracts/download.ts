/** Lets the browser save a text as a file. */
export function downloadText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  // Names of files of generated code may hold folders, which a browser does not make.
  link.download = fileName.replaceAll('/', '-');
  link.click();
  URL.revokeObjectURL(address);
}
