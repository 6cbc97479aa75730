import Foundation

// epicycle-fuzz TARGET [libFuzzer's options] [CORPUS…]: see scripts/fuzz.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

nonisolated(unsafe) private var target = FuzzTarget.path

guard CommandLine.arguments.count > 1, let chosen = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
  let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
  FileHandle.standardError.write(Data("epicycle-fuzz: the first word is one of: \(names)\n".utf8))
  exit(64)
}
target = chosen
var count = CommandLine.argc - 1
// The fuzzer runs itself anew for some of its options, so it gets its own name with the target in it left out.
var words = CommandLine.unsafeArgv
words[1] = words[0]
words += 1
exit(
  runDriver(&count, &words) { bytes, count in
    target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
